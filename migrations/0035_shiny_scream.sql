CREATE TABLE `account_faces` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`sealed` text NOT NULL,
	`sealed_by` text NOT NULL,
	`model` text NOT NULL,
	`consent_notice` text NOT NULL,
	`consented_at_ms` integer NOT NULL,
	`enrolled_at_ms` integer NOT NULL,
	`last_used_at_ms` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_faces_account_id_unique` ON `account_faces` (`account_id`);--> statement-breakpoint
CREATE INDEX `account_faces_by_use` ON `account_faces` (`last_used_at_ms`);--> statement-breakpoint
CREATE INDEX `account_faces_by_key` ON `account_faces` (`sealed_by`,`id`);--> statement-breakpoint
ALTER TABLE `trusted_devices` ADD `check_id` text;--> statement-breakpoint
ALTER TABLE `trusted_devices` ADD `face_tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `trusted_devices` ADD `face_tried_at_ms` integer;--> statement-breakpoint
ALTER TABLE `trusted_devices` ADD `last_used_at_ms` integer;