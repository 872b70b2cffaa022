ALTER TABLE `account_sessions` ADD `face_shown_at_ms` integer;--> statement-breakpoint
ALTER TABLE `oauth_clients` ADD `refuses_face` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `tenants` ADD `agate_id_face` integer DEFAULT false NOT NULL;