CREATE TABLE `schedule_runs` (
	`cron` text PRIMARY KEY NOT NULL,
	`started_at_ms` integer NOT NULL,
	`finished_at_ms` integer NOT NULL,
	`failed` text NOT NULL,
	`succeeded_at_ms` integer
);
