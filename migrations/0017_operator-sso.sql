CREATE TABLE `operator_sso` (
	`id` integer PRIMARY KEY NOT NULL,
	`domains` text DEFAULT '[]' NOT NULL,
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
	FOREIGN KEY (`break_glass_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
-- Made anew because a column cannot lose NOT NULL. Nothing refers to this table by a foreign key.
CREATE TABLE `__new_staff_identities` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`staff_id` integer NOT NULL,
	`tenant_id` text,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`linked_at_ms` integer NOT NULL,
	`last_used_at_ms` integer NOT NULL,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_staff_identities`("id", "staff_id", "tenant_id", "issuer", "subject", "linked_at_ms", "last_used_at_ms") SELECT "id", "staff_id", "tenant_id", "issuer", "subject", "linked_at_ms", "last_used_at_ms" FROM `staff_identities`;--> statement-breakpoint
DROP TABLE `staff_identities`;--> statement-breakpoint
ALTER TABLE `__new_staff_identities` RENAME TO `staff_identities`;--> statement-breakpoint
CREATE UNIQUE INDEX `staff_identities_by_subject` ON `staff_identities` (`tenant_id`,`issuer`,`subject`);--> statement-breakpoint
CREATE UNIQUE INDEX `staff_identities_of_operators` ON `staff_identities` (`issuer`,`subject`) WHERE tenant_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `staff_identities_by_staff` ON `staff_identities` (`staff_id`,`issuer`);
