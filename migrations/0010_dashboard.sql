CREATE TABLE `staff_invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`email` text NOT NULL,
	`email_normalized` text NOT NULL,
	`role` text NOT NULL,
	`token_hash` text NOT NULL,
	`invited_by` integer,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`accepted_at_ms` integer,
	`revoked_at_ms` integer,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`invited_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_invitations_token_hash_unique` ON `staff_invitations` (`token_hash`);--> statement-breakpoint
CREATE INDEX `staff_invitations_by_tenant` ON `staff_invitations` (`tenant_id`,`created_at_ms`);--> statement-breakpoint
ALTER TABLE `api_keys` ADD `name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `last_used_at_ms` integer;--> statement-breakpoint
ALTER TABLE `staff` ADD `tenant_id` text REFERENCES tenants(id);--> statement-breakpoint
ALTER TABLE `staff` ADD `email_verified_at_ms` integer;--> statement-breakpoint
CREATE INDEX `staff_by_tenant` ON `staff` (`tenant_id`);--> statement-breakpoint
ALTER TABLE `tenants` ADD `callback_origins` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `tenants` ADD `default_locale` text;--> statement-breakpoint
ALTER TABLE `tenants` ADD `default_theme` text;--> statement-breakpoint
ALTER TABLE `tenants` ADD `required_method` text;