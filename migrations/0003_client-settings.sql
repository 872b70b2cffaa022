ALTER TABLE `oauth_clients` ADD `nonce_optional` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `oauth_clients` ADD `id_token_claims` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `oauth_clients` ADD `is_native` integer DEFAULT false NOT NULL;