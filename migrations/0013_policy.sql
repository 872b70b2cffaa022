ALTER TABLE `tenants` ADD `policy` text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE `tenants` ADD `policy_context` text;