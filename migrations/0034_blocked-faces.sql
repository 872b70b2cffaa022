CREATE TABLE `blocked_faces` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`tenant_id` text NOT NULL,
	`test` integer NOT NULL,
	`reason` text NOT NULL,
	`source` text NOT NULL,
	`session_id` text,
	`added_by` text NOT NULL,
	`sealed` text NOT NULL,
	`sealed_by` text NOT NULL,
	`model` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `blocked_faces_by_name` ON `blocked_faces` (`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `blocked_faces_by_session` ON `blocked_faces` (`tenant_id`,`test`,`session_id`);--> statement-breakpoint
CREATE INDEX `blocked_faces_by_tenant` ON `blocked_faces` (`tenant_id`,`test`,`id`);--> statement-breakpoint
CREATE INDEX `blocked_faces_by_end` ON `blocked_faces` (`expires_at_ms`);--> statement-breakpoint
CREATE INDEX `blocked_faces_by_key` ON `blocked_faces` (`sealed_by`,`name`);