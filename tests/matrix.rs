//! Plays in real rooms: a homeserver on loopback, players with a client that is not ours, and the
//! program as it is started by its owner.
//!
//! `tests/matrix/run.py NAME` runs one scenario by hand. Each test here is one scenario.
//!
//! Python with `venv` is needed, and on the first run the package index, from which server and
//! client are installed into the target folder. Where there is no Python the tests say so and
//! pass, unless `RINGLEADER_MATRIX_TESTS=required`.

#![cfg(all(feature = "matrix", unix))]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::print_stdout, reason = "what a failed scenario tells is shown")]

#[macro_use]
mod chat;

use chat::Platform;

/// Four scenarios at once keep two cores busy: each spends about half of its time waiting.
static MATRIX: Platform = Platform::new("matrix", "homeserver.py", 4);

scenarios! { MATRIX:
    a_stranger_sets_the_bot_up
    restart_keeps_device_verification_and_games
    a_lost_store_is_recovered
    a_lost_database_is_told_of
    an_identity_arrives_once_and_in_the_end
    settings_that_cannot_be_are_refused
    secrets_from_files_and_the_environment
    login_by_access_token
    tokens_that_expire_are_renewed
    an_ended_session_is_renewed
    a_late_key_opens_the_message
    what_cannot_be_read_is_said_once
    new_devices_hold_up_no_answer
    a_plain_answer_makes_way_for_no_sync
    a_name_longer_than_its_id_harms_nobody
    a_panic_costs_one_event
    a_file_that_never_comes_holds_up_no_other_table
    files_are_read_up_to_a_size
    reactions_to_others_cost_next_to_nothing
    a_login_that_has_to_wait_says_so
    hostile_messages_hurt_nobody
    whole_game_in_a_plain_room
    a_blind_player_finishes_games_by_tapping
    steps_change_nothing_and_are_cancelled
    the_first_lessons_by_typing_and_by_tapping
    whole_game_in_an_encrypted_room
    friends_are_found_in_four_ways
    game_against_the_bot
    spectators_change_nothing
    the_quickest_reactions_count
    stale_and_foreign_choices_do_no_harm
    hints_and_reviews_stay_in_their_thread
    a_turning_point_is_shown_on_the_board
    two_games_in_a_room_and_its_thread
    malformed_events_do_no_harm
    the_largest_messages_are_survived
    words_stand_below_their_board_and_do_not_wait_long_for_it
    edits_and_notices_are_no_commands
    commands_by_mention
    names_cannot_break_a_message
    killed_bot_answers_all_in_a_plain_room
    killed_bot_answers_all_in_an_encrypted_room
    killed_server_is_found_again
    processes_take_the_account_over
    a_process_that_is_cut_off_leaves_the_account_to_the_others
    processes_with_stores_of_their_own_read_on
    killed_processes_answer_all
    default_rate_limits_lose_nothing
    at_default_limits_each_move_gets_its_words
    at_default_limits_five_games_take_turns
    a_gap_in_the_timeline_is_filled
    the_same_events_again_change_nothing
    a_proxy_that_fails_loses_nothing
    empty_pieces_of_history_are_not_its_end
    a_gap_that_is_not_filled_holds_up_no_other_room
    a_message_that_is_not_handed_out_stops_no_room
    a_server_that_falls_silent_is_not_waited_for_room_by_room
    nothing_is_said_before_the_rooms_are_known
    a_database_that_is_held_loses_nothing
    a_database_older_than_the_store_catches_up
    sigterm_finishes_what_is_in_hand
    invitations_wait_for_the_bot
    muted_bot_comes_back
    muted_bot_goes_on_with_its_own_game
    kicked_bot_is_invited_again
    kicked_bot_puts_a_timed_game_aside
    a_game_is_called_off_when_a_player_has_left
    encryption_begins_in_mid_game
    a_room_upgrade_takes_the_table_along
    strange_successors_throw_nobody_out
    conditional_moves_are_seen_by_their_player_alone
    my_data_goes_to_the_person_alone
    nothing_private_is_said_in_public
    a_person_is_forgotten_in_the_middle_of_three_games
    a_timed_game_runs_out_and_counts
    a_room_votes_and_one_message_tells_the_tally
    so_does_an_encrypted_room
    a_tournament_is_played_in_threads_of_the_room
    those_who_watch_are_told_in_a_private_chat
    who_does_not_come_to_the_private_chat_is_not_written_to_there
    the_board_of_a_game_elsewhere_is_shown_to_its_players_in_private
    reminders_take_each_others_place
    leaving_a_room_leaves_no_other
    the_bot_leaves_when_it_is_alone
    invitations_follow_the_policy
    settings_are_made_by_those_who_may_change_the_room
    every_game_begins_in_a_thread_where_that_is_set
    results_are_announced_in_the_room_that_was_chosen
    every_key_is_set_by_those_who_may
    settings_are_picked_by_reactions
    a_space_has_the_settings_of_its_rooms
    a_room_in_which_the_bot_may_not_speak_is_left
    a_new_room_is_greeted_once
    rooms_of_before_the_greetings_are_not_greeted
    a_homeserver_that_is_not_there_is_waited_for
    a_short_game_is_read_through_in_polish
    a_short_game_is_read_through_in_russian
    the_operator_verifies_the_bot
    a_request_may_come_before_the_bot
    others_are_not_confirmed
}
