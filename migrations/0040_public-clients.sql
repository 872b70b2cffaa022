ALTER TABLE `oauth_clients` ADD `is_public` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `oauth_clients` ADD `web_origins` text DEFAULT '[]' NOT NULL;