ALTER TABLE `oauth_clients` ADD `frontchannel_logout_uri` text;--> statement-breakpoint
ALTER TABLE `oauth_clients` ADD `dpop_bound_access_tokens` integer DEFAULT false NOT NULL;