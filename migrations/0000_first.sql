CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`kind` text NOT NULL,
	`mode` text NOT NULL,
	`hash` text NOT NULL,
	`last_four` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer,
	`revoked_at_ms` integer,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash_unique` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE INDEX `api_keys_by_tenant` ON `api_keys` (`tenant_id`);--> statement-breakpoint
CREATE TABLE `tenants` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`color` text,
	`logo` text,
	`age_margin_years` real,
	`retention_days` integer DEFAULT 30 NOT NULL,
	`created_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `verification_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`test` integer NOT NULL,
	`version` integer NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`purpose` text NOT NULL,
	`verification_mode` text NOT NULL,
	`verification_type` text,
	`gate` integer,
	`external_user_id` text,
	`metadata` text,
	`ip_country` text,
	`created_at_ms` integer NOT NULL,
	`completed_at_ms` integer,
	`expires_at_ms` integer NOT NULL,
	`erased_at_ms` integer
);
--> statement-breakpoint
CREATE INDEX `verification_sessions_by_tenant` ON `verification_sessions` (`tenant_id`,`test`,`created_at_ms`);