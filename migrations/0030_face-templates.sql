CREATE TABLE `face_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`test` integer NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`status` text NOT NULL,
	`passed` integer,
	`failure_reason` text,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`completed_at_ms` integer
);
--> statement-breakpoint
CREATE INDEX `face_challenges_by_user` ON `face_challenges` (`tenant_id`,`test`,`user_id`);--> statement-breakpoint
CREATE INDEX `face_challenges_by_creation` ON `face_challenges` (`created_at_ms`);--> statement-breakpoint
CREATE TABLE `face_templates` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`test` integer NOT NULL,
	`user_id` text NOT NULL,
	`sealed` text NOT NULL,
	`sealed_by` text NOT NULL,
	`model` text NOT NULL,
	`enrolled_at_ms` integer NOT NULL,
	`last_used_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `face_templates_by_user` ON `face_templates` (`tenant_id`,`test`,`user_id`);--> statement-breakpoint
CREATE INDEX `face_templates_by_enrolment` ON `face_templates` (`tenant_id`,`test`,`enrolled_at_ms`);--> statement-breakpoint
CREATE INDEX `face_templates_by_use` ON `face_templates` (`last_used_at_ms`);--> statement-breakpoint
CREATE INDEX `face_templates_by_key` ON `face_templates` (`sealed_by`,`id`);