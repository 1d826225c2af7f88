//! Tests of the metrics: their names, and that dashboard and alerts know them.

use std::collections::BTreeSet;

use super::*;

const DASHBOARD: &str = include_str!("../../contrib/grafana/ringleader.json");
const ALERTS: &str = include_str!("../../contrib/prometheus/alerts.yml");
const OPERATIONS: &str = include_str!("../../docs/operations.md");

/// The metrics that a text names. What Prometheus makes of a histogram counts as the histogram.
fn named(text: &str) -> BTreeSet<&str> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    text.split(|letter| !is_part(letter))
        .filter(|word| word.starts_with("ringleader_"))
        .map(|word| {
            let suffixes = ["_seconds_bucket", "_seconds_count", "_seconds_sum"];
            match suffixes.iter().any(|suffix| word.ends_with(suffix)) {
                true => &word[..word.rfind('_').unwrap()],
                false => word,
            }
        })
        .collect()
}

fn all() -> BTreeSet<&'static str> {
    METRICS.iter().map(|metric| metric.name).collect()
}

#[test]
fn names_follow_the_conventions_of_prometheus() {
    assert_eq!(all().len(), METRICS.len());
    for metric in METRICS {
        let name = metric.name;
        assert!(name.starts_with("ringleader_"), "{name}");
        assert_eq!(
            name.ends_with("_total"),
            metric.kind == Kind::Counter,
            "{name}"
        );
        if metric.kind == Kind::Seconds {
            assert!(name.ends_with("_seconds"), "{name}");
        }
        assert!(!metric.help.is_empty(), "{name}");
    }
    assert!(BUCKETS.is_sorted());
}

#[test]
fn the_dashboard_shows_every_metric_and_no_other() {
    let read: serde_json::Value = serde_json::from_str(DASHBOARD).unwrap();
    let panels = read["panels"].as_array().unwrap();
    let queries: String = panels
        .iter()
        .flat_map(|panel| panel["targets"].as_array().unwrap())
        .map(|target| format!("{}\n", target["expr"].as_str().unwrap()))
        .collect();
    assert_eq!(named(&queries), all());
}

#[test]
fn alerts_and_the_manual_name_metrics_that_there_are() {
    let alerts = named(ALERTS);
    assert!(!alerts.is_empty());
    assert!(alerts.is_subset(&all()), "{alerts:?}");
    assert_eq!(named(OPERATIONS), all());
}

#[test]
fn every_metric_is_there_from_the_start() {
    // Recorded for this thread alone.
    let recorder = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), BUCKETS)
        .unwrap()
        .build_recorder();
    let handle = recorder.handle();
    ::metrics::with_local_recorder(&recorder, || register(&["status"]));
    let text = handle.render();
    for metric in METRICS {
        let name = metric.name;
        assert!(text.contains(&format!("# HELP {name} ")), "{name}\n{text}");
        let kind = match metric.kind {
            Kind::Counter => "counter",
            Kind::Gauge => "gauge",
            Kind::Seconds => "histogram",
        };
        assert!(text.contains(&format!("# TYPE {name} {kind}\n")), "{name}");
        let first = match (metric.kind, metric.labels) {
            (Kind::Seconds, _) => format!("\n{name}_bucket{{"),
            (_, []) => format!("\n{name} 0"),
            (_, _) => format!("\n{name}{{"),
        };
        assert!(text.contains(&first), "{first}\n{text}");
    }
    let zero = r#"ringleader_commands_total{kind="status",result="done"} 0"#;
    assert!(text.contains(zero), "{text}");

    // What is recorded has the labels that were registered.
    ::metrics::with_local_recorder(&recorder, || {
        let mut counted = CountedCommand::new("status");
        counted.set(Some(CommandResult::Done));
        drop(counted);
        drop(CountedCommand::new(FAULTY));
        let took = Duration::from_millis(3);
        committed("matrix", took);
        delivery("discord", DeliveryResult::Delivered(Some(took)));
        delivery("discord", DeliveryResult::Silenced);
        searched(Purpose::Hint, SearchEnd::Done, took);
        board_picture(true);
        replay_picture(false);
        database(DatabaseOperation::ReadReply, took);
        running_games("matrix", 3);
        connected("discord", true);
        command_ignored("console");
    });
    let after = handle.render();
    let series = |text: &str| -> BTreeSet<String> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let names = lines.filter_map(|line| line.rsplit_once(' '));
        names.map(|(name, _)| name.to_owned()).collect()
    };
    assert_eq!(series(&text), series(&after));
    for line in [
        r#"ringleader_commands_total{kind="status",result="done"} 1"#,
        r#"ringleader_commands_total{kind="faulty",result="failed"} 1"#,
        r#"ringleader_event_to_delivery_seconds_count{platform="discord"} 1"#,
        r#"ringleader_running_games{platform="matrix"} 3"#,
    ] {
        assert!(after.lines().any(|one| one == line), "{line}\n{after}");
    }
}
