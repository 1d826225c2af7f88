//! Tests of the section `[matrix]`.

use super::*;

#[rstest]
#[case::no_address("homeserver = 'example.org'", "matrix.homeserver: ")]
#[case::no_web_address("homeserver = 'ftp://example.org'", "matrix.homeserver: ")]
#[case::no_host("homeserver = 'https://'", "matrix.homeserver: ")]
#[case::password_in_address(
    "homeserver = 'https://bot:S3CRET-3@example.org'",
    "matrix.homeserver: "
)]
#[case::query("homeserver = 'https://example.org/?a=b'", "matrix.homeserver: ")]
#[case::number("homeserver = 8008", "matrix.homeserver: ")]
#[case::no_server("user = '@bot'", "matrix.user: \"@bot\"")]
#[case::no_at("user = 'bot:example.org'", "matrix.user: ")]
#[case::no_local("user = '@:example.org'", "matrix.user: ")]
#[case::bad_server("user = '@bot:exa mple.org'", "matrix.user: ")]
#[case::bad_port("user = '@bot:example.org:99999'", "matrix.user: ")]
#[case::empty_user("user = ''", "matrix.user: ")]
#[case::empty_password("password = ''", "matrix.password: must not be empty")]
#[case::no_text_password("password = 1234567", "matrix.password: has to be a text")]
#[case::table_password("password = {file = 'S3CRET-3'}", "matrix.password: has to be a text")]
#[case::two_logins("access_token = 'S3CRET-3'", "matrix.access_token: ")]
#[case::password_with_device("device_id = 'ABC'", "matrix.device_id: ")]
#[case::password_with_refresh("refresh_token = 'S3CRET-3'", "matrix.refresh_token: goes with ")]
#[case::client_alone("client_id = 'bot'", "matrix.client_id: goes with refresh_token")]
#[case::secret_twice("password_file = 'nowhere'", "matrix.password: ")]
#[case::empty_store("store = ''", "matrix.store: ")]
#[case::empty_passphrase("store_passphrase = ''", "matrix.store_passphrase: ")]
#[case::list_passphrase("store_passphrase = ['S3CRET-3']", "matrix.store_passphrase: ")]
#[case::no_text_recovery("recovery_key = 1.5", "matrix.recovery_key: ")]
#[case::no_file_recovery("recovery_key_file = 'DIR/none'", "matrix.recovery_key_file: ")]
#[case::anybody("invite_from = ['*']", "matrix.invite_from: \"*\"")]
#[case::no_inviting_server("invite_from = ['@a:b', '@*']", "matrix.invite_from: \"@*\"")]
#[case::no_list("invite_from = '@*:example.org'", "matrix.invite_from: ")]
#[case::number_in_list("invite_from = ['@a:b', 3]", "matrix.invite_from[1]: ")]
#[case::several_verifiers(
    "verify_with = ['@*:example.org']",
    "matrix.verify_with: \"@*:example.org\""
)]
#[case::no_full_id("verify_with = ['me']", "matrix.verify_with: \"me\"")]
#[case::letters("prefix = 'yinsh'", "matrix.prefix: ")]
#[case::empty_name("device_name = ' '", "matrix.device_name: ")]
#[case::unknown("passwort = 'S3CRET-3'", "matrix.passwort: unknown field")]
fn a_wrong_matrix_key_is_refused_by_name(#[case] line: &str, #[case] begins: &str) {
    let error = read(&with_line(line)).unwrap_err();
    let told = told(&error);
    assert!(told.starts_with(begins), "{told}");
    assert!(
        !format!("{error} {error:?}").contains("S3CRET"),
        "{error:?}"
    );
}

#[rstest]
#[case(&["homeserver"], "matrix.homeserver: is missing")]
#[case(&["user"], "matrix.user: is missing")]
#[case(&["store"], "matrix.store: is missing")]
#[case(&["password"], "matrix.password: is missing: give it, or password_file, or \
    RINGLEADER_MATRIX_PASSWORD; or log in with access_token and device_id")]
#[case(&["store_passphrase"], "matrix.store_passphrase: is missing: give it, or \
    store_passphrase_file, or RINGLEADER_MATRIX_STORE_PASSPHRASE")]
fn a_missing_matrix_key_is_named(#[case] keys: &[&str], #[case] begins: &str) {
    let told = told(&read(&without(keys)).unwrap_err());
    assert!(told.starts_with(begins), "{told}");
}

#[test]
fn a_session_that_is_there_needs_token_and_device() {
    let base = without(&["password"]);
    let token = "access_token = 'S3CRET-3'\n";
    let device = "device_id = 'ABCDEF'\n";
    match matrix(&format!("{base}{token}{device}")).login {
        Login::Token {
            access_token,
            device_id,
            refresh,
        } => {
            assert_eq!(access_token.expose_secret(), "S3CRET-3");
            assert_eq!(device_id, "ABCDEF");
            assert!(refresh.is_none());
        }
        Login::Password(_) => panic!("no password was given"),
    }
    for (given, begins) in [
        (token.to_owned(), "matrix.device_id: is missing"),
        (
            device.to_owned(),
            "matrix.access_token: is missing: give it, or access_token_file",
        ),
        (format!("{token}device_id = 'A B'\n"), "matrix.device_id: "),
        (
            "refresh_token = 'S3CRET-4'\n".to_owned(),
            "matrix.access_token: is missing",
        ),
        (
            format!("{token}{device}client_id = 'bot'\n"),
            "matrix.client_id: goes with refresh_token",
        ),
        (
            format!("{token}{device}refresh_token = 'S3CRET-4'\nclient_id = ''\n"),
            "matrix.client_id: has to be the id of a client",
        ),
    ] {
        let told = told(&read(&format!("{base}{given}")).unwrap_err());
        assert!(told.starts_with(begins), "{told}");
    }
}

#[test]
fn a_token_that_expires_is_given_with_what_renews_it() {
    let base = without(&["password"]);
    let session = "access_token = 'S3CRET-3'\ndevice_id = 'ABC'\nrefresh_token = 'S3CRET-4'\n";
    for (client, client_id) in [("", None), ("client_id = '01ABC'\n", Some("01ABC"))] {
        match matrix(&format!("{base}{session}{client}")).login {
            Login::Token {
                refresh: Some(refresh),
                ..
            } => {
                assert_eq!(refresh.token.expose_secret(), "S3CRET-4");
                assert_eq!(refresh.client_id.as_deref(), client_id);
            }
            login => panic!("{login:?}"),
        }
    }
}

#[rstest]
#[case::full_id("user = '@bot:example.org'")]
#[case::port("user = '@bot:example.org:8448'")]
#[case::ipv6("user = '@bot:[::1]:8448'")]
#[case::loopback("user = '@bot:localhost'")]
#[case::local_part("user = 'ring.leader-1'")]
#[case::local_server("homeserver = 'http://127.0.0.1:8008'")]
#[case::path("homeserver = 'https://example.org/matrix/'")]
#[case::everybody("invite_from = ['@*:*']")]
#[case::verifiers("verify_with = ['@me:example.org', '@you:localhost']")]
fn what_can_be_is_taken(#[case] line: &str) {
    matrix(&with_line(line));
}
