//! Whole games on Discord: the program as a process, and people who are driven by scenarios. An
//! independent Discord-compatible server (YEPCord) shows that the bot speaks the language; a
//! small counterpart of Discord shows what that server cannot do, and everything that may go
//! wrong.
//!
//! `tests/discord/run.py NAME` runs one scenario by hand. Each test here is one scenario.
//!
//! Python with `venv` is needed, and on the first run the package index, from which server and
//! players are installed into the target folder. Where there is no Python the tests say so and
//! pass, unless `RINGLEADER_DISCORD_TESTS=required`. With `RINGLEADER_DISCORD_OPENAPI=FILE`,
//! Discord's description of its API, every request of the bot is held against it.

#![cfg(all(feature = "discord", unix))]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::print_stdout, reason = "what a failed scenario tells is shown")]

#[macro_use]
mod chat;

use chat::Platform;

/// Four scenarios at once keep two cores busy: each spends most of its time waiting.
static DISCORD: Platform = Platform::new("discord", "yep_server.py", 4);

scenarios! { DISCORD:
    a_stranger_sets_the_bot_up
    stale_and_foreign_presses_change_nothing
    what_is_for_one_is_not_said_to_all
    the_previous_board_loses_its_buttons
    selects_offer_what_buttons_cannot
    a_blind_player_finishes_games_by_tapping
    steps_change_nothing_and_are_cancelled
    the_first_lessons_by_typing_and_by_tapping
    puzzles_are_for_one_person_alone
    autocomplete_offers_what_is_legal
    commands_are_registered_when_they_changed
    a_person_is_challenged_from_their_menu
    a_record_is_analyzed_from_the_menu_of_its_message
    commands_are_for_those_who_may_install_the_bot
    a_game_in_a_private_group_goes_on_by_interactions
    the_bot_plays_in_a_private_group
    what_happens_in_a_private_group_meanwhile_is_told_at_the_next_interaction
    an_answer_in_a_private_group_survives_a_kill
    a_server_that_has_not_invited_the_bot_may_do_so_later
    turns_are_gone_through_in_one_message_by_each_alone
    twenty_drops_lose_nothing
    invalid_sessions_are_begun_anew
    heartbeats_are_kept_and_missed
    everything_twice_is_done_once
    a_burst_is_answered_in_order
    a_mixed_up_order_does_no_harm
    killed_bot_answers_all
    an_interaction_in_hand_survives_a_kill
    told_to_stop_it_finishes_what_it_heard
    a_thousand_guilds_fit
    what_was_said_in_new_channels_is_answered_too
    whole_game_with_buttons
    a_turning_point_is_shown_on_the_board
    private_game_against_the_bot
    spectators_change_nothing
    a_channel_votes_and_one_message_tells_the_tally
    a_tally_that_was_removed_is_told_anew
    a_vote_is_answered_in_words_where_the_bot_may_not_react
    forty_people_vote_at_once
    a_tournament_is_played_in_threads
    a_swiss_is_paired_by_its_rules
    a_tournament_goes_on_where_no_thread_can_be_opened
    one_player_meets_everybody_in_a_simul
    a_knockout_shows_its_bracket
    an_arena_pairs_whoever_is_free
    a_scheduled_tournament_starts_by_itself
    seats_change_hands
    the_checks_find_faults
    the_counterpart_refuses_as_discord_does
    yepcord_whole_game
    yepcord_private_game_against_the_bot
    yepcord_thread
    yepcord_killed_bot_answers_all
    yepcord_kicked_bot_puts_timed_games_aside
    yepcord_what_is_spoken_of_is_not_a_command
    limits_are_waited_for
    what_fails_is_tried_again
    the_server_is_gone_for_a_while
    an_expired_interaction_becomes_a_message
    acknowledged_in_time_while_busy
    what_is_there_at_once_is_the_first_response
    what_cannot_be_said_in_private_holds_nobody_up
    moves_go_before_what_others_ask_to_see
    refusals_to_many_hold_up_no_move
    a_token_that_is_not_taken_is_told_once
    what_a_silent_bot_missed_is_made_up_for
    a_locked_thread_gets_its_state_when_it_is_unlocked
    a_silent_bot_goes_on_with_its_own_game
    a_command_in_four_ways
    what_is_spoken_of_is_not_a_command
    names_cannot_break_a_message
    a_record_comes_as_a_file
    refused_intents_leave_the_other_ways
    refused_intents_are_refused_once_for_all_shards
    without_a_prefix_the_intent_is_not_asked_for
    settings_that_cannot_be_are_refused
    a_second_game_gets_a_thread
    a_challenge_opens_one_thread
    a_waiting_challenge_holds_its_thread_as_long_as_that_is_there
    a_thread_of_people_is_a_table
    lists_say_where_it_plays
    missing_permissions_are_told_once
    what_was_deleted_does_no_harm
    an_outage_of_a_server_puts_no_game_aside
    a_planted_panic_costs_one_event
    a_thread_that_cannot_be_opened_holds_up_nobody
    files_come_from_discord_alone_and_soon
    my_data_goes_to_the_person_alone
    nothing_private_is_said_in_public
    a_person_is_forgotten_in_the_middle_of_three_games
    settings_are_made_by_those_who_manage_the_place
    every_game_begins_in_a_thread_where_that_is_set
    results_are_announced_in_the_channel_that_was_chosen
    settings_are_picked_from_buttons_and_lists
    every_key_is_set_by_those_who_may
    channels_silent_for_a_month_are_forgotten
    conditional_moves_are_seen_by_their_player_alone
    games_are_listed_with_links
    a_game_whose_thread_is_gone_is_resumed_elsewhere
    a_flood_fills_its_lane_and_no_other
    no_token_is_logged
    hostile_messages_hurt_nobody
    who_has_left_the_server_frees_the_other
    a_timed_game_runs_out_and_counts
    those_who_watch_are_told_in_private_and_without_a_sound
    the_board_of_a_thread_is_shown_in_its_channel_and_not_elsewhere
    games_in_a_private_group_are_not_watched
    reminders_take_each_others_place
    sessions_that_end_early_begin_less_and_less_often
    no_session_begins_where_discord_allows_none
    a_connection_closed_for_good_is_begun_anew
    a_lost_shard_leaves_the_others_alone
    the_presence_tells_of_running_games
    processes_share_the_shards_out
    processes_take_the_shards_of_their_ranges
    a_process_that_is_cut_off_leaves_everything_to_the_others
    a_database_that_fails_loses_no_answer
    killed_processes_answer_all
    workers_search_for_the_others
    a_shard_waits_where_few_sessions_are_left
    a_thread_lives_as_long_as_its_game
    a_thread_is_named_by_whoever_wants_to
    a_thread_keeps_no_name_of_who_is_forgotten
    the_permissions_of_the_link_are_enough
    what_is_missing_comes_with_the_link_that_grants_it
    the_links_and_commands_are_what_discord_describes
    a_new_server_is_greeted_once
    servers_of_before_the_greetings_are_not_greeted
    operators_are_told_how_the_bot_is
    a_changed_configuration_is_taken_over
    a_stop_does_not_wait_for_a_silent_server
    a_stop_does_not_wait_for_a_start
    systemd_is_told_when_the_bot_is_ready
    one_search_of_the_log_shows_the_way_of_an_event
    a_short_game_is_read_through_in_polish
    a_short_game_is_read_through_in_russian
}
