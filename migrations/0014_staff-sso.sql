CREATE TABLE `sso_domains` (
	`tenant_id` text NOT NULL,
	`domain` text NOT NULL,
	`token` text NOT NULL,
	`state` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`proven_at_ms` integer,
	`checked_at_ms` integer,
	`due_at_ms` integer,
	`misses` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`tenant_id`, `domain`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sso_domains_proven` ON `sso_domains` (`domain`) WHERE state = 'proven';--> statement-breakpoint
CREATE INDEX `sso_domains_by_domain` ON `sso_domains` (`domain`);--> statement-breakpoint
CREATE INDEX `sso_domains_due` ON `sso_domains` (`due_at_ms`) WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE TABLE `staff_identities` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`staff_id` integer NOT NULL,
	`tenant_id` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`linked_at_ms` integer NOT NULL,
	`last_used_at_ms` integer NOT NULL,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_identities_by_subject` ON `staff_identities` (`tenant_id`,`issuer`,`subject`);--> statement-breakpoint
CREATE UNIQUE INDEX `staff_identities_by_staff` ON `staff_identities` (`staff_id`,`issuer`);--> statement-breakpoint
CREATE TABLE `tenant_sso` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`issuer` text NOT NULL,
	`client_id` text NOT NULL,
	`client_secret` text NOT NULL,
	`default_role` text,
	`role_claim` text,
	`role_map` text DEFAULT '[]' NOT NULL,
	`factor_values` text DEFAULT '[]' NOT NULL,
	`enforce` integer DEFAULT false NOT NULL,
	`break_glass_id` integer,
	`break_glass_used_at_ms` integer,
	`updated_at_ms` integer NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`break_glass_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `tenant_sso_by_break_glass` ON `tenant_sso` (`break_glass_id`);--> statement-breakpoint
ALTER TABLE `staff_sessions` ADD `identity_id` integer;--> statement-breakpoint
ALTER TABLE `staff_sessions` ADD `provider_sid` text;--> statement-breakpoint
CREATE INDEX `staff_sessions_by_identity` ON `staff_sessions` (`identity_id`) WHERE identity_id IS NOT NULL;