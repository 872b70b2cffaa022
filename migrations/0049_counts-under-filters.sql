CREATE TABLE `audit_counts` (
	`audience` text NOT NULL,
	`staff_id` integer NOT NULL,
	`action` text NOT NULL,
	`target_type` text NOT NULL,
	`day` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`audience`, `staff_id`, `action`, `target_type`, `day`)
);
--> statement-breakpoint
CREATE TABLE `outcome_sums` (
	`tenant_id` text NOT NULL,
	`kind` text NOT NULL,
	`item` text NOT NULL,
	`status` text NOT NULL,
	`day` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `kind`, `item`, `status`, `day`)
);
--> statement-breakpoint
CREATE TABLE `plan_days` (
	`plan_id` text NOT NULL,
	`day` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`plan_id`, `day`)
);
--> statement-breakpoint
CREATE TABLE `tenant_audit_counts` (
	`tenant_id` text NOT NULL,
	`member_id` integer NOT NULL,
	`action` text NOT NULL,
	`target_type` text NOT NULL,
	`day` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `member_id`, `action`, `target_type`, `day`)
);
--> statement-breakpoint
-- What counts into the tables that go, goes first. Drizzle does not know triggers.
DROP TRIGGER `audit_entries_count`;--> statement-breakpoint
DROP TRIGGER `audit_entries_count_tenant`;--> statement-breakpoint
DROP TABLE `audit_days`;--> statement-breakpoint
DROP TABLE `tenant_audit_days`;--> statement-breakpoint
DROP INDEX `api_keys_by_tenant`;--> statement-breakpoint
CREATE INDEX `api_keys_by_tenant` ON `api_keys` (`tenant_id`,`created_at_ms`,`id`);--> statement-breakpoint
DROP INDEX `verification_sessions_by_user`;--> statement-breakpoint
CREATE INDEX `verification_sessions_by_user` ON `verification_sessions` (`tenant_id`,`test`,`external_user_id`,`created_at_ms`,`status`,`verification_type`) WHERE external_user_id IS NOT NULL;--> statement-breakpoint
DROP INDEX `verified_ages_by_tenant`;--> statement-breakpoint
DROP INDEX `verified_ages_by_policy`;--> statement-breakpoint
CREATE INDEX `verified_ages_by_tenant` ON `verified_ages` (`tenant_id`,`verified_at_ms`,`policy_version`,`method`) WHERE revoked_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `verified_ages_by_policy` ON `verified_ages` (`policy_version`,`verified_at_ms`,`method`) WHERE revoked_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `accounts_locked` ON `accounts` (`status`,(CASE WHEN locked_until_ms IS NULL THEN 0 ELSE locked_until_ms END)) WHERE status = 'locked';
--> statement-breakpoint
-- An entry counts under each combination of filters: of everybody (-1) and of who did it, each of all, of its kind of target and of its action.
CREATE TRIGGER `audit_entries_count` AFTER INSERT ON `audit_entries` BEGIN INSERT INTO `audit_counts` (`audience`, `staff_id`, `action`, `target_type`, `day`, `value`) SELECT NEW.audience, who.id, kind.action, kind.target_type, strftime('%Y-%m-%d', NEW.at_ms / 1000, 'unixepoch'), 1 FROM (SELECT -1 AS id UNION SELECT COALESCE(NEW.staff_id, 0)) AS who CROSS JOIN (SELECT '' AS action, '' AS target_type UNION SELECT '', NEW.target_type UNION SELECT NEW.action, NEW.target_type) AS kind WHERE true ON CONFLICT DO UPDATE SET `value` = `value` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `audit_entries_count_tenant` AFTER INSERT ON `audit_entries` WHEN NEW.tenant_id <> '' BEGIN INSERT INTO `tenant_audit_counts` (`tenant_id`, `member_id`, `action`, `target_type`, `day`, `value`) SELECT NEW.tenant_id, who.id, kind.action, kind.target_type, strftime('%Y-%m-%d', NEW.at_ms / 1000, 'unixepoch'), 1 FROM (SELECT -1 AS id UNION SELECT CASE WHEN NEW.audience = 'dashboard' THEN COALESCE(NEW.staff_id, 0) ELSE 0 END) AS who CROSS JOIN (SELECT '' AS action, '' AS target_type UNION SELECT '', NEW.target_type UNION SELECT NEW.action, NEW.target_type) AS kind WHERE true ON CONFLICT DO UPDATE SET `value` = `value` + 1; END;
--> statement-breakpoint
-- Days with sessions that are paid for, under the plan that the customer has now.
CREATE TRIGGER `plan_days_insert` AFTER INSERT ON `daily_counts` WHEN NEW.tenant_id <> '' AND NEW.name IN ('success', 'failed', 'carried') BEGIN INSERT INTO `plan_days` (`plan_id`, `day`, `value`) SELECT plan_id, NEW.day, NEW.value FROM `tenants` WHERE id = NEW.tenant_id AND plan_id IS NOT NULL ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value; END;
--> statement-breakpoint
CREATE TRIGGER `plan_days_update` AFTER UPDATE OF `value` ON `daily_counts` WHEN NEW.tenant_id <> '' AND NEW.name IN ('success', 'failed', 'carried') BEGIN UPDATE `plan_days` SET `value` = `value` + NEW.value - OLD.value WHERE `plan_id` = (SELECT plan_id FROM `tenants` WHERE id = NEW.tenant_id) AND `day` = NEW.day; END;
--> statement-breakpoint
CREATE TRIGGER `plan_days_delete` AFTER DELETE ON `daily_counts` WHEN OLD.tenant_id <> '' AND OLD.name IN ('success', 'failed', 'carried') BEGIN UPDATE `plan_days` SET `value` = `value` - OLD.value WHERE `plan_id` = (SELECT plan_id FROM `tenants` WHERE id = OLD.tenant_id) AND `day` = OLD.day; END;
--> statement-breakpoint
CREATE TRIGGER `plan_days_change` AFTER UPDATE OF `plan_id` ON `tenants` WHEN OLD.plan_id IS NOT NEW.plan_id BEGIN INSERT INTO `plan_days` (`plan_id`, `day`, `value`) SELECT OLD.plan_id, day, -SUM(value) FROM `daily_counts` WHERE tenant_id = OLD.id AND name IN ('success', 'failed', 'carried') AND OLD.plan_id IS NOT NULL GROUP BY day ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value; INSERT INTO `plan_days` (`plan_id`, `day`, `value`) SELECT NEW.plan_id, day, SUM(value) FROM `daily_counts` WHERE tenant_id = NEW.id AND name IN ('success', 'failed', 'carried') AND NEW.plan_id IS NOT NULL GROUP BY day ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value; END;
--> statement-breakpoint
CREATE TRIGGER `plan_days_leave` AFTER DELETE ON `tenants` WHEN OLD.plan_id IS NOT NULL BEGIN INSERT INTO `plan_days` (`plan_id`, `day`, `value`) SELECT OLD.plan_id, day, -SUM(value) FROM `daily_counts` WHERE tenant_id = OLD.id AND name IN ('success', 'failed', 'carried') AND OLD.plan_id IS NOT NULL GROUP BY day ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value; END;
--> statement-breakpoint
INSERT INTO `audit_counts` (`audience`, `staff_id`, `action`, `target_type`, `day`, `value`) SELECT audience, CASE everybody.column1 WHEN 1 THEN -1 ELSE who END, CASE kind.column1 WHEN 2 THEN action ELSE '' END, CASE kind.column1 WHEN 0 THEN '' ELSE target_type END, day, SUM(value) FROM (SELECT audience, COALESCE(staff_id, 0) AS who, action, target_type, strftime('%Y-%m-%d', at_ms / 1000, 'unixepoch') AS day, count(*) AS value FROM `audit_entries` GROUP BY 1, 2, 3, 4, 5) CROSS JOIN (VALUES (0), (1)) AS everybody CROSS JOIN (VALUES (0), (1), (2)) AS kind GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
INSERT INTO `tenant_audit_counts` (`tenant_id`, `member_id`, `action`, `target_type`, `day`, `value`) SELECT tenant_id, CASE everybody.column1 WHEN 1 THEN -1 ELSE who END, CASE kind.column1 WHEN 2 THEN action ELSE '' END, CASE kind.column1 WHEN 0 THEN '' ELSE target_type END, day, SUM(value) FROM (SELECT tenant_id, CASE WHEN audience = 'dashboard' THEN COALESCE(staff_id, 0) ELSE 0 END AS who, action, target_type, strftime('%Y-%m-%d', at_ms / 1000, 'unixepoch') AS day, count(*) AS value FROM `audit_entries` WHERE tenant_id <> '' GROUP BY 1, 2, 3, 4, 5) CROSS JOIN (VALUES (0), (1)) AS everybody CROSS JOIN (VALUES (0), (1), (2)) AS kind GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
INSERT INTO `plan_days` (`plan_id`, `day`, `value`) SELECT plan_id, day, SUM(value) FROM `tenants` CROSS JOIN `daily_counts` ON tenant_id = tenants.id WHERE plan_id IS NOT NULL AND daily_counts.name IN ('success', 'failed', 'carried') GROUP BY 1, 2;
--> statement-breakpoint
-- Outcomes up to each day, so that a period of any length is the difference of two.
CREATE TRIGGER `outcome_sums_insert` AFTER INSERT ON `outcome_days` BEGIN INSERT INTO `outcome_sums` (`tenant_id`, `kind`, `item`, `status`, `day`, `value`) SELECT NEW.tenant_id, NEW.kind, NEW.item, NEW.status, NEW.day, COALESCE((SELECT value FROM `outcome_sums` WHERE `tenant_id` = NEW.tenant_id AND `kind` = NEW.kind AND `item` = NEW.item AND `status` = NEW.status AND `day` < NEW.day ORDER BY day DESC LIMIT 1), 0) WHERE true ON CONFLICT DO NOTHING; UPDATE `outcome_sums` SET `value` = `value` + NEW.value WHERE `tenant_id` = NEW.tenant_id AND `kind` = NEW.kind AND `item` = NEW.item AND `status` = NEW.status AND `day` >= NEW.day; END;
--> statement-breakpoint
CREATE TRIGGER `outcome_sums_update` AFTER UPDATE OF `value` ON `outcome_days` BEGIN INSERT INTO `outcome_sums` (`tenant_id`, `kind`, `item`, `status`, `day`, `value`) SELECT NEW.tenant_id, NEW.kind, NEW.item, NEW.status, NEW.day, COALESCE((SELECT value FROM `outcome_sums` WHERE `tenant_id` = NEW.tenant_id AND `kind` = NEW.kind AND `item` = NEW.item AND `status` = NEW.status AND `day` < NEW.day ORDER BY day DESC LIMIT 1), 0) WHERE true ON CONFLICT DO NOTHING; UPDATE `outcome_sums` SET `value` = `value` + NEW.value - OLD.value WHERE `tenant_id` = NEW.tenant_id AND `kind` = NEW.kind AND `item` = NEW.item AND `status` = NEW.status AND `day` >= NEW.day; END;
--> statement-breakpoint
CREATE TRIGGER `outcome_sums_delete` AFTER DELETE ON `outcome_days` BEGIN INSERT INTO `outcome_sums` (`tenant_id`, `kind`, `item`, `status`, `day`, `value`) SELECT OLD.tenant_id, OLD.kind, OLD.item, OLD.status, OLD.day, COALESCE((SELECT value FROM `outcome_sums` WHERE `tenant_id` = OLD.tenant_id AND `kind` = OLD.kind AND `item` = OLD.item AND `status` = OLD.status AND `day` < OLD.day ORDER BY day DESC LIMIT 1), 0) WHERE true ON CONFLICT DO NOTHING; UPDATE `outcome_sums` SET `value` = `value` - OLD.value WHERE `tenant_id` = OLD.tenant_id AND `kind` = OLD.kind AND `item` = OLD.item AND `status` = OLD.status AND `day` >= OLD.day; END;
--> statement-breakpoint
INSERT INTO `outcome_sums` (`tenant_id`, `kind`, `item`, `status`, `day`, `value`) SELECT tenant_id, kind, item, status, day, SUM(value) OVER (PARTITION BY tenant_id, kind, item, status ORDER BY day) FROM `outcome_days`;
