CREATE TABLE `account_days` (
	`day` text NOT NULL,
	`status` text NOT NULL,
	`verified` integer NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`day`, `status`, `verified`)
);
--> statement-breakpoint
CREATE TABLE `audit_days` (
	`audience` text NOT NULL,
	`day` text NOT NULL,
	`staff_id` integer NOT NULL,
	`action` text NOT NULL,
	`target_type` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`audience`, `day`, `staff_id`, `action`, `target_type`)
);
--> statement-breakpoint
CREATE TABLE `daily_counts` (
	`tenant_id` text NOT NULL,
	`name` text NOT NULL,
	`day` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `name`, `day`)
);
--> statement-breakpoint
CREATE INDEX `daily_counts_by_day` ON `daily_counts` (`name`,`day`,`tenant_id`,`value`);--> statement-breakpoint
CREATE TABLE `plans` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`currency` text NOT NULL,
	`monthly_minor` integer NOT NULL,
	`verification_minor` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `tenants` ADD `plan_id` text REFERENCES plans(id);--> statement-breakpoint
CREATE INDEX `tenants_by_plan` ON `tenants` (`plan_id`);--> statement-breakpoint
CREATE INDEX `accounts_by_verified` ON `accounts` ((email_verified_at_ms IS NOT NULL),`created_at_ms`);--> statement-breakpoint
CREATE INDEX `accounts_by_status_verified` ON `accounts` (`status`,(email_verified_at_ms IS NOT NULL),`created_at_ms`);--> statement-breakpoint
CREATE INDEX `accounts_by_name` ON `accounts` (lower(display_name));
--> statement-breakpoint
CREATE TRIGGER `audit_entries_count` AFTER INSERT ON `audit_entries` BEGIN INSERT INTO `audit_days` (`audience`, `day`, `staff_id`, `action`, `target_type`, `value`) VALUES (NEW.audience, strftime('%Y-%m-%d', NEW.at_ms / 1000, 'unixepoch'), COALESCE(NEW.staff_id, 0), NEW.action, NEW.target_type, 1) ON CONFLICT DO UPDATE SET `value` = `value` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `accounts_count_insert` AFTER INSERT ON `accounts` BEGIN INSERT INTO `account_days` (`day`, `status`, `verified`, `value`) VALUES (strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'), NEW.status, NEW.email_verified_at_ms IS NOT NULL, 1) ON CONFLICT DO UPDATE SET `value` = `value` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `accounts_count_delete` AFTER DELETE ON `accounts` BEGIN UPDATE `account_days` SET `value` = `value` - 1 WHERE `day` = strftime('%Y-%m-%d', OLD.created_at_ms / 1000, 'unixepoch') AND `status` = OLD.status AND `verified` = (OLD.email_verified_at_ms IS NOT NULL); END;
--> statement-breakpoint
CREATE TRIGGER `accounts_count_update` AFTER UPDATE OF `status`, `email_verified_at_ms` ON `accounts` WHEN OLD.status <> NEW.status OR (OLD.email_verified_at_ms IS NULL) <> (NEW.email_verified_at_ms IS NULL) BEGIN UPDATE `account_days` SET `value` = `value` - 1 WHERE `day` = strftime('%Y-%m-%d', OLD.created_at_ms / 1000, 'unixepoch') AND `status` = OLD.status AND `verified` = (OLD.email_verified_at_ms IS NOT NULL); INSERT INTO `account_days` (`day`, `status`, `verified`, `value`) VALUES (strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'), NEW.status, NEW.email_verified_at_ms IS NOT NULL, 1) ON CONFLICT DO UPDATE SET `value` = `value` + 1; END;
--> statement-breakpoint
CREATE VIRTUAL TABLE `account_search` USING fts5(`email`, `display_name`, content = 'accounts', content_rowid = 'id', tokenize = 'trigram');
--> statement-breakpoint
CREATE TRIGGER `account_search_insert` AFTER INSERT ON `accounts` BEGIN INSERT INTO `account_search` (`rowid`, `email`, `display_name`) VALUES (NEW.id, NEW.email, NEW.display_name); END;
--> statement-breakpoint
CREATE TRIGGER `account_search_delete` AFTER DELETE ON `accounts` BEGIN INSERT INTO `account_search` (`account_search`, `rowid`, `email`, `display_name`) VALUES ('delete', OLD.id, OLD.email, OLD.display_name); END;
--> statement-breakpoint
CREATE TRIGGER `account_search_update` AFTER UPDATE OF `email`, `display_name` ON `accounts` BEGIN INSERT INTO `account_search` (`account_search`, `rowid`, `email`, `display_name`) VALUES ('delete', OLD.id, OLD.email, OLD.display_name); INSERT INTO `account_search` (`rowid`, `email`, `display_name`) VALUES (NEW.id, NEW.email, NEW.display_name); END;
--> statement-breakpoint
CREATE TRIGGER `tenants_count_insert` AFTER INSERT ON `tenants` BEGIN INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`) VALUES ('', 'tenants', strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'), 1) ON CONFLICT DO UPDATE SET `value` = `value` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `tenants_count_delete` AFTER DELETE ON `tenants` BEGIN UPDATE `daily_counts` SET `value` = `value` - 1 WHERE `tenant_id` = '' AND `name` = 'tenants' AND `day` = strftime('%Y-%m-%d', OLD.created_at_ms / 1000, 'unixepoch'); END;
--> statement-breakpoint
CREATE TRIGGER `sessions_count_insert` AFTER INSERT ON `verification_sessions` WHEN NEW.test = 0 BEGIN INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`) SELECT tenant.id, 'created', strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'), 1 FROM (SELECT '' AS id UNION SELECT NEW.tenant_id) AS tenant WHERE true ON CONFLICT DO UPDATE SET `value` = `value` + 1; INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`) SELECT tenant.id, NEW.status, strftime('%Y-%m-%d', COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) / 1000, 'unixepoch'), 1 FROM (SELECT '' AS id UNION SELECT NEW.tenant_id) AS tenant WHERE NEW.status IN ('success', 'failed', 'canceled', 'expired') ON CONFLICT DO UPDATE SET `value` = `value` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `sessions_count_update` AFTER UPDATE OF `status`, `completed_at_ms` ON `verification_sessions` WHEN NEW.test = 0 AND (OLD.status <> NEW.status OR OLD.completed_at_ms IS NOT NEW.completed_at_ms) BEGIN UPDATE `daily_counts` SET `value` = `value` - 1 WHERE OLD.status IN ('success', 'failed', 'canceled', 'expired') AND `tenant_id` IN ('', OLD.tenant_id) AND `name` = OLD.status AND `day` = strftime('%Y-%m-%d', COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) / 1000, 'unixepoch'); INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`) SELECT tenant.id, NEW.status, strftime('%Y-%m-%d', COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) / 1000, 'unixepoch'), 1 FROM (SELECT '' AS id UNION SELECT NEW.tenant_id) AS tenant WHERE NEW.status IN ('success', 'failed', 'canceled', 'expired') ON CONFLICT DO UPDATE SET `value` = `value` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `funnel_count` AFTER INSERT ON `funnel_events` WHEN NEW.test = 0 AND NOT EXISTS (SELECT 1 FROM `funnel_events` WHERE `session_id` = NEW.session_id AND `name` = NEW.name AND `seq` <> NEW.seq) BEGIN INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`) SELECT tenant.id, 'funnel.' || NEW.name, strftime('%Y-%m-%d', NEW.at_ms / 1000, 'unixepoch'), 1 FROM (SELECT '' AS id UNION SELECT NEW.tenant_id) AS tenant WHERE true ON CONFLICT DO UPDATE SET `value` = `value` + 1; END;
--> statement-breakpoint
INSERT INTO `account_search` (`account_search`) VALUES ('rebuild');
--> statement-breakpoint
INSERT INTO `account_days` (`day`, `status`, `verified`, `value`) SELECT strftime('%Y-%m-%d', created_at_ms / 1000, 'unixepoch'), status, email_verified_at_ms IS NOT NULL, count(*) FROM `accounts` GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO `audit_days` (`audience`, `day`, `staff_id`, `action`, `target_type`, `value`) SELECT audience, strftime('%Y-%m-%d', at_ms / 1000, 'unixepoch'), COALESCE(staff_id, 0), action, target_type, count(*) FROM `audit_entries` GROUP BY 1, 2, 3, 4, 5;
