CREATE TABLE `signing_keys` (
	`kid` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`public_jwk` text NOT NULL,
	`private_key` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`active_from_ms` integer NOT NULL,
	`revoked_at_ms` integer
);
--> statement-breakpoint
CREATE INDEX `signing_keys_by_purpose` ON `signing_keys` (`purpose`,`active_from_ms`);