CREATE TABLE `account_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`secret_hash` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`authenticated_at_ms` integer NOT NULL,
	`amr` text NOT NULL,
	`last_seen_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`device` text NOT NULL,
	`place` text,
	`ip` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_sessions_by_account` ON `account_sessions` (`account_id`,`last_seen_at_ms`);--> statement-breakpoint
CREATE INDEX `account_sessions_by_expiry` ON `account_sessions` (`expires_at_ms`);--> statement-breakpoint
CREATE TABLE `accounts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject` text NOT NULL,
	`email` text,
	`email_normalized` text,
	`email_verified_at_ms` integer,
	`display_name` text,
	`password_hash` text,
	`password_changed_at_ms` integer,
	`status` text DEFAULT 'active' NOT NULL,
	`failed_logins` integer DEFAULT 0 NOT NULL,
	`failed_since_ms` integer,
	`locked_until_ms` integer,
	`delete_at_ms` integer,
	`locale` text DEFAULT 'en' NOT NULL,
	`created_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_subject_unique` ON `accounts` (`subject`);--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_email_normalized_unique` ON `accounts` (`email_normalized`);--> statement-breakpoint
CREATE INDEX `accounts_by_creation` ON `accounts` (`created_at_ms`);--> statement-breakpoint
CREATE INDEX `accounts_by_status` ON `accounts` (`status`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `accounts_to_delete` ON `accounts` (`delete_at_ms`) WHERE delete_at_ms IS NOT NULL;--> statement-breakpoint
CREATE TABLE `connections` (
	`account_id` integer NOT NULL,
	`client_id` text NOT NULL,
	`scope` text NOT NULL,
	`connected_at_ms` integer NOT NULL,
	`last_shared_at_ms` integer NOT NULL,
	PRIMARY KEY(`account_id`, `client_id`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`client_id`) REFERENCES `oauth_clients`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `connections_by_client` ON `connections` (`client_id`);--> statement-breakpoint
CREATE TABLE `grants` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`client_id` text NOT NULL,
	`session_id` text NOT NULL,
	`scope` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`revoked_at_ms` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`client_id`) REFERENCES `oauth_clients`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `grants_by_account` ON `grants` (`account_id`,`client_id`);--> statement-breakpoint
CREATE INDEX `grants_by_client` ON `grants` (`client_id`);--> statement-breakpoint
CREATE INDEX `grants_by_session` ON `grants` (`session_id`);--> statement-breakpoint
CREATE INDEX `grants_by_expiry` ON `grants` (`expires_at_ms`);--> statement-breakpoint
CREATE TABLE `login_attempts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`method` text NOT NULL,
	`outcome` text NOT NULL,
	`device` text NOT NULL,
	`place` text,
	`ip` text,
	`at_ms` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `login_attempts_by_account` ON `login_attempts` (`account_id`,`at_ms`);--> statement-breakpoint
CREATE TABLE `mails` (
	`id` text PRIMARY KEY NOT NULL,
	`recipient` text NOT NULL,
	`locale` text NOT NULL,
	`template` text NOT NULL,
	`details` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`sent_at_ms` integer
);
--> statement-breakpoint
CREATE INDEX `mails_by_creation` ON `mails` (`created_at_ms`);--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`type` text NOT NULL,
	`details` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`read_at_ms` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notifications_by_account` ON `notifications` (`account_id`,`created_at_ms`);--> statement-breakpoint
CREATE TABLE `oauth_clients` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`name` text NOT NULL,
	`logo` text,
	`logo_url` text,
	`redirect_uris` text NOT NULL,
	`scopes` text NOT NULL,
	`post_logout_redirect_uris` text DEFAULT '[]' NOT NULL,
	`backchannel_logout_uri` text,
	`secret_hash` text NOT NULL,
	`previous_secret_hash` text,
	`previous_secret_expires_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	`deleted_at_ms` integer,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `oauth_clients_by_tenant` ON `oauth_clients` (`tenant_id`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`backed_up` integer NOT NULL,
	`name` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`last_used_at_ms` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential_id_unique` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_by_account` ON `passkeys` (`account_id`);--> statement-breakpoint
CREATE TABLE `verified_ages` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`bracket` integer,
	`level` text NOT NULL,
	`verified_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
