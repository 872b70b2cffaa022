CREATE TABLE `oauth_client_days` (
	`day` text NOT NULL,
	`is_public` integer NOT NULL,
	`pkce_optional` integer NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`day`, `is_public`, `pkce_optional`)
);
--> statement-breakpoint
ALTER TABLE `tenants` ADD `ages_trusted` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX `tenants_by_trust` ON `tenants` (`ages_trusted`,`created_at_ms`);--> statement-breakpoint
ALTER TABLE `verified_ages` ADD `source_trusted` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX `audit_of_target` ON `audit_entries` (`audience`,`target_type`,`target_id`,`at_ms`);--> statement-breakpoint
CREATE INDEX `oauth_clients_of_tenant` ON `oauth_clients` (`tenant_id`,`created_at_ms`) WHERE deleted_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `oauth_clients_by_name` ON `oauth_clients` (lower(name)) WHERE deleted_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `oauth_clients_by_creation` ON `oauth_clients` (`created_at_ms`,`id`) WHERE deleted_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `oauth_clients_by_pkce` ON `oauth_clients` (`pkce_optional`,`created_at_ms`,`id`) WHERE deleted_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `oauth_clients_by_kind` ON `oauth_clients` (`is_public`,`created_at_ms`,`id`) WHERE deleted_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `oauth_clients_by_kind_pkce` ON `oauth_clients` (`is_public`,`pkce_optional`,`created_at_ms`,`id`) WHERE deleted_at_ms IS NULL;
--> statement-breakpoint
-- Counts of the clients that are there, and what follows a customer's trust. Drizzle does not know triggers.
CREATE TRIGGER `oauth_clients_count_insert` AFTER INSERT ON `oauth_clients` WHEN NEW.deleted_at_ms IS NULL BEGIN INSERT INTO `oauth_client_days` (`day`, `is_public`, `pkce_optional`, `value`) VALUES (strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'), NEW.is_public, NEW.pkce_optional, 1) ON CONFLICT DO UPDATE SET `value` = `value` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `oauth_clients_count_leave` AFTER UPDATE OF `deleted_at_ms`, `is_public`, `pkce_optional` ON `oauth_clients` WHEN OLD.deleted_at_ms IS NULL BEGIN UPDATE `oauth_client_days` SET `value` = `value` - 1 WHERE `day` = strftime('%Y-%m-%d', OLD.created_at_ms / 1000, 'unixepoch') AND `is_public` = OLD.is_public AND `pkce_optional` = OLD.pkce_optional; DELETE FROM `oauth_client_days` WHERE `day` = strftime('%Y-%m-%d', OLD.created_at_ms / 1000, 'unixepoch') AND `is_public` = OLD.is_public AND `pkce_optional` = OLD.pkce_optional AND `value` = 0; END;
--> statement-breakpoint
CREATE TRIGGER `oauth_clients_count_enter` AFTER UPDATE OF `deleted_at_ms`, `is_public`, `pkce_optional` ON `oauth_clients` WHEN NEW.deleted_at_ms IS NULL BEGIN INSERT INTO `oauth_client_days` (`day`, `is_public`, `pkce_optional`, `value`) VALUES (strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'), NEW.is_public, NEW.pkce_optional, 1) ON CONFLICT DO UPDATE SET `value` = `value` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `oauth_clients_count_delete` AFTER DELETE ON `oauth_clients` WHEN OLD.deleted_at_ms IS NULL BEGIN UPDATE `oauth_client_days` SET `value` = `value` - 1 WHERE `day` = strftime('%Y-%m-%d', OLD.created_at_ms / 1000, 'unixepoch') AND `is_public` = OLD.is_public AND `pkce_optional` = OLD.pkce_optional; DELETE FROM `oauth_client_days` WHERE `day` = strftime('%Y-%m-%d', OLD.created_at_ms / 1000, 'unixepoch') AND `is_public` = OLD.is_public AND `pkce_optional` = OLD.pkce_optional AND `value` = 0; END;
--> statement-breakpoint
CREATE TRIGGER `tenants_trust` AFTER UPDATE OF `ages_trusted` ON `tenants` WHEN OLD.ages_trusted <> NEW.ages_trusted BEGIN UPDATE `verified_ages` SET `source_trusted` = NEW.ages_trusted WHERE `tenant_id` = NEW.id AND `revoked_at_ms` IS NULL; END;
--> statement-breakpoint
INSERT INTO `oauth_client_days` (`day`, `is_public`, `pkce_optional`, `value`) SELECT strftime('%Y-%m-%d', created_at_ms / 1000, 'unixepoch'), is_public, pkce_optional, count(*) FROM `oauth_clients` WHERE deleted_at_ms IS NULL GROUP BY 1, 2, 3;
