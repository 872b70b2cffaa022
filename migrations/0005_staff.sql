CREATE TABLE `audit_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at_ms` integer NOT NULL,
	`staff_id` integer,
	`audience` text NOT NULL,
	`tenant_id` text DEFAULT '' NOT NULL,
	`action` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` text NOT NULL,
	`ip` text,
	`user_agent` text,
	`before` text,
	`after` text
);
--> statement-breakpoint
CREATE INDEX `audit_by_time` ON `audit_entries` (`audience`,`at_ms`);--> statement-breakpoint
CREATE INDEX `audit_by_staff` ON `audit_entries` (`audience`,`staff_id`,`at_ms`);--> statement-breakpoint
CREATE INDEX `audit_by_action` ON `audit_entries` (`audience`,`action`,`at_ms`);--> statement-breakpoint
CREATE INDEX `audit_by_target` ON `audit_entries` (`audience`,`target_type`,`at_ms`);--> statement-breakpoint
CREATE INDEX `audit_by_staff_action` ON `audit_entries` (`audience`,`staff_id`,`action`,`at_ms`);--> statement-breakpoint
CREATE INDEX `audit_by_staff_target` ON `audit_entries` (`audience`,`staff_id`,`target_type`,`at_ms`);--> statement-breakpoint
CREATE INDEX `audit_by_tenant` ON `audit_entries` (`tenant_id`,`at_ms`);--> statement-breakpoint
CREATE TABLE `audit_links` (
	`entry_id` integer PRIMARY KEY NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `staff_passkeys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`staff_id` integer NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`backed_up` integer NOT NULL,
	`name` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`last_used_at_ms` integer,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_passkeys_credential_id_unique` ON `staff_passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `staff_passkeys_by_staff` ON `staff_passkeys` (`staff_id`);--> statement-breakpoint
CREATE TABLE `staff_recovery_codes` (
	`staff_id` integer NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`staff_id`, `hash`),
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `staff_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`staff_id` integer NOT NULL,
	`generation` integer DEFAULT 0 NOT NULL,
	`rotated_at_ms` integer NOT NULL,
	`method` text NOT NULL,
	`device` text NOT NULL,
	`ip` text,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`revoked_at_ms` integer,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `staff_sessions_by_staff` ON `staff_sessions` (`staff_id`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `staff_sessions_by_expiry` ON `staff_sessions` (`expires_at_ms`);--> statement-breakpoint
CREATE TABLE `staff` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`audience` text NOT NULL,
	`email` text NOT NULL,
	`email_normalized` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`password_hash` text,
	`password_changed_at_ms` integer,
	`totp_secret` text,
	`totp_enabled_at_ms` integer,
	`totp_last_step` integer DEFAULT 0 NOT NULL,
	`sessions_revoked_at_ms` integer DEFAULT 0 NOT NULL,
	`reset_generation` integer DEFAULT 0 NOT NULL,
	`created_at_ms` integer NOT NULL,
	`last_login_at_ms` integer,
	`deactivated_at_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_by_email` ON `staff` (`audience`,`email_normalized`);
--> statement-breakpoint
CREATE TRIGGER `audit_entries_keep_update` BEFORE UPDATE ON `audit_entries` BEGIN SELECT RAISE(ABORT, 'audit entries are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER `audit_entries_keep_delete` BEFORE DELETE ON `audit_entries` BEGIN SELECT RAISE(ABORT, 'audit entries are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER `audit_links_keep_update` BEFORE UPDATE ON `audit_links` BEGIN SELECT RAISE(ABORT, 'audit links are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER `audit_links_keep_delete` BEFORE DELETE ON `audit_links` BEGIN SELECT RAISE(ABORT, 'audit links are never deleted'); END;
