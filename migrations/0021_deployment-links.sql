CREATE TABLE `deployment_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`staff_id` integer,
	`tenant_id` text,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`used_at_ms` integer,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `deployment_links_by_staff` ON `deployment_links` (`staff_id`);--> statement-breakpoint
CREATE INDEX `deployment_links_by_expiry` ON `deployment_links` (`expires_at_ms`);