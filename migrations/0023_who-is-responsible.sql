ALTER TABLE `funnel_events` ADD `notice` text;--> statement-breakpoint
ALTER TABLE `tenants` ADD `controller_name` text;--> statement-breakpoint
ALTER TABLE `tenants` ADD `privacy_contact` text;--> statement-breakpoint
ALTER TABLE `tenants` ADD `privacy_url` text;