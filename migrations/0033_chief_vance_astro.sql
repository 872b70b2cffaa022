CREATE TABLE `trusted_devices` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`secret_hash` text NOT NULL,
	`device` text NOT NULL,
	`place` text,
	`trusted_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `trusted_devices_by_account` ON `trusted_devices` (`account_id`,`trusted_at_ms`);--> statement-breakpoint
CREATE INDEX `trusted_devices_by_expiry` ON `trusted_devices` (`expires_at_ms`);--> statement-breakpoint
ALTER TABLE `account_sessions` ADD `trusted_device_id` text;