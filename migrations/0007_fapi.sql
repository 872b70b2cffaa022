ALTER TABLE `oauth_clients` ADD `private_key_jwt` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `oauth_clients` ADD `jwks` text;--> statement-breakpoint
ALTER TABLE `oauth_clients` ADD `jwks_uri` text;--> statement-breakpoint
ALTER TABLE `oauth_clients` ADD `require_pushed` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `oauth_clients` ADD `id_token_alg` text;--> statement-breakpoint
ALTER TABLE `oauth_clients` ADD `profile` text;--> statement-breakpoint
ALTER TABLE `oauth_clients` ADD `default_max_age` integer;--> statement-breakpoint
ALTER TABLE `oauth_clients` ADD `device_flow` integer DEFAULT false NOT NULL;