CREATE TABLE `dead_letters` (
	`queue` text NOT NULL,
	`subject` text NOT NULL,
	`error` text,
	`first_at_ms` integer NOT NULL,
	`last_at_ms` integer NOT NULL,
	PRIMARY KEY(`queue`, `subject`)
);
--> statement-breakpoint
CREATE INDEX `dead_letters_by_time` ON `dead_letters` (`last_at_ms`);--> statement-breakpoint
CREATE TABLE `logout_notices` (
	`cause` text NOT NULL,
	`client_id` text NOT NULL,
	`subject` text NOT NULL,
	`session_id` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`cause`, `client_id`, `session_id`)
);
--> statement-breakpoint
CREATE INDEX `logout_notices_by_creation` ON `logout_notices` (`created_at_ms`);--> statement-breakpoint
ALTER TABLE `grants` ADD `ended_at_ms` integer;--> statement-breakpoint
CREATE INDEX `grants_to_end` ON `grants` (`revoked_at_ms`) WHERE revoked_at_ms IS NOT NULL AND ended_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `verification_sessions_open` ON `verification_sessions` (`tenant_id`,`expires_at_ms`) WHERE completed_at_ms IS NULL;