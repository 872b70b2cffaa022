CREATE TABLE `age_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`bracket` integer NOT NULL,
	`method` text NOT NULL,
	`margin_years` real NOT NULL,
	`difficulty` text NOT NULL,
	`liveness_level` text NOT NULL,
	`verified_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`used_on` text,
	`uses` integer DEFAULT 0 NOT NULL,
	`answer` text,
	`refilled_in` text,
	`refilled_by` text
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `age_keys_by_end` ON `age_keys` (`expires_at_ms`);