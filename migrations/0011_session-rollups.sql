CREATE TABLE `outcome_days` (
	`tenant_id` text NOT NULL,
	`kind` text NOT NULL,
	`day` text NOT NULL,
	`item` text NOT NULL,
	`status` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `kind`, `day`, `item`, `status`)
);
--> statement-breakpoint
CREATE TABLE `session_days` (
	`tenant_id` text NOT NULL,
	`test` integer NOT NULL,
	`day` text NOT NULL,
	`status` text NOT NULL,
	`verification_type` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `test`, `day`, `status`, `verification_type`)
);
--> statement-breakpoint
CREATE INDEX `verification_sessions_by_status` ON `verification_sessions` (`tenant_id`,`test`,`status`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `verification_sessions_by_type` ON `verification_sessions` (`tenant_id`,`test`,`verification_type`,`created_at_ms`) WHERE verification_type IS NOT NULL;--> statement-breakpoint
CREATE INDEX `verification_sessions_by_type_status` ON `verification_sessions` (`tenant_id`,`test`,(verification_type || status),`created_at_ms`) WHERE verification_type IS NOT NULL;--> statement-breakpoint
CREATE INDEX `verification_sessions_by_user` ON `verification_sessions` (`tenant_id`,`test`,`external_user_id`,`created_at_ms`) WHERE external_user_id IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER `session_days_insert` AFTER INSERT ON `verification_sessions` BEGIN INSERT INTO `session_days` (`tenant_id`, `test`, `day`, `status`, `verification_type`, `value`) VALUES (NEW.tenant_id, NEW.test, strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'), NEW.status, COALESCE(NEW.verification_type, ''), 1) ON CONFLICT DO UPDATE SET `value` = `value` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `session_days_update` AFTER UPDATE OF `status`, `verification_type` ON `verification_sessions` WHEN OLD.status <> NEW.status OR OLD.verification_type IS NOT NEW.verification_type BEGIN UPDATE `session_days` SET `value` = `value` - 1 WHERE `tenant_id` = OLD.tenant_id AND `test` = OLD.test AND `day` = strftime('%Y-%m-%d', OLD.created_at_ms / 1000, 'unixepoch') AND `status` = OLD.status AND `verification_type` = COALESCE(OLD.verification_type, ''); INSERT INTO `session_days` (`tenant_id`, `test`, `day`, `status`, `verification_type`, `value`) VALUES (NEW.tenant_id, NEW.test, strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'), NEW.status, COALESCE(NEW.verification_type, ''), 1) ON CONFLICT DO UPDATE SET `value` = `value` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `outcome_days_insert` AFTER INSERT ON `verification_sessions` WHEN NEW.test = 0 AND NEW.status IN ('success', 'failed') BEGIN INSERT INTO `outcome_days` (`tenant_id`, `kind`, `day`, `item`, `status`, `value`) SELECT NEW.tenant_id, fact.kind, strftime('%Y-%m-%d', COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) / 1000, 'unixepoch'), fact.item, NEW.status, 1 FROM (SELECT 'type' AS kind, NEW.verification_type AS item UNION ALL SELECT 'country', NEW.ip_country UNION ALL SELECT 'reason', NEW.reason UNION ALL SELECT 'seconds', CAST(CASE WHEN (COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000 < 120 THEN MAX((COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000, 0) ELSE (COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000 / 10 * 10 END AS TEXT)) AS fact WHERE fact.item IS NOT NULL ON CONFLICT DO UPDATE SET `value` = `value` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `outcome_days_leave` AFTER UPDATE OF `status`, `completed_at_ms`, `verification_type`, `reason` ON `verification_sessions` WHEN OLD.test = 0 AND OLD.status IN ('success', 'failed') AND (OLD.status IS NOT NEW.status OR OLD.completed_at_ms IS NOT NEW.completed_at_ms OR OLD.verification_type IS NOT NEW.verification_type OR OLD.reason IS NOT NEW.reason) BEGIN UPDATE `outcome_days` SET `value` = `value` - 1 WHERE (`tenant_id`, `kind`, `day`, `item`, `status`) IN (SELECT OLD.tenant_id, fact.kind, strftime('%Y-%m-%d', COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) / 1000, 'unixepoch'), fact.item, OLD.status FROM (SELECT 'type' AS kind, OLD.verification_type AS item UNION ALL SELECT 'country', OLD.ip_country UNION ALL SELECT 'reason', OLD.reason UNION ALL SELECT 'seconds', CAST(CASE WHEN (COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) - OLD.created_at_ms) / 1000 < 120 THEN MAX((COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) - OLD.created_at_ms) / 1000, 0) ELSE (COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) - OLD.created_at_ms) / 1000 / 10 * 10 END AS TEXT)) AS fact); END;
--> statement-breakpoint
CREATE TRIGGER `outcome_days_enter` AFTER UPDATE OF `status`, `completed_at_ms`, `verification_type`, `reason` ON `verification_sessions` WHEN NEW.test = 0 AND NEW.status IN ('success', 'failed') AND (OLD.status IS NOT NEW.status OR OLD.completed_at_ms IS NOT NEW.completed_at_ms OR OLD.verification_type IS NOT NEW.verification_type OR OLD.reason IS NOT NEW.reason) BEGIN INSERT INTO `outcome_days` (`tenant_id`, `kind`, `day`, `item`, `status`, `value`) SELECT NEW.tenant_id, fact.kind, strftime('%Y-%m-%d', COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) / 1000, 'unixepoch'), fact.item, NEW.status, 1 FROM (SELECT 'type' AS kind, NEW.verification_type AS item UNION ALL SELECT 'country', NEW.ip_country UNION ALL SELECT 'reason', NEW.reason UNION ALL SELECT 'seconds', CAST(CASE WHEN (COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000 < 120 THEN MAX((COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000, 0) ELSE (COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000 / 10 * 10 END AS TEXT)) AS fact WHERE fact.item IS NOT NULL ON CONFLICT DO UPDATE SET `value` = `value` + 1; END;
--> statement-breakpoint
INSERT INTO `session_days` (`tenant_id`, `test`, `day`, `status`, `verification_type`, `value`) SELECT tenant_id, test, strftime('%Y-%m-%d', created_at_ms / 1000, 'unixepoch'), status, COALESCE(verification_type, ''), count(*) FROM `verification_sessions` GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
INSERT INTO `outcome_days` (`tenant_id`, `kind`, `day`, `item`, `status`, `value`) SELECT tenant_id, kind, day, item, status, count(*) FROM (SELECT tenant_id, 'type' AS kind, strftime('%Y-%m-%d', COALESCE(completed_at_ms, expires_at_ms) / 1000, 'unixepoch') AS day, verification_type AS item, status FROM `verification_sessions` WHERE test = 0 AND status IN ('success', 'failed') UNION ALL SELECT tenant_id, 'country', strftime('%Y-%m-%d', COALESCE(completed_at_ms, expires_at_ms) / 1000, 'unixepoch'), ip_country, status FROM `verification_sessions` WHERE test = 0 AND status IN ('success', 'failed') UNION ALL SELECT tenant_id, 'reason', strftime('%Y-%m-%d', COALESCE(completed_at_ms, expires_at_ms) / 1000, 'unixepoch'), reason, status FROM `verification_sessions` WHERE test = 0 AND status IN ('success', 'failed') UNION ALL SELECT tenant_id, 'seconds', strftime('%Y-%m-%d', COALESCE(completed_at_ms, expires_at_ms) / 1000, 'unixepoch'), CAST(CASE WHEN (COALESCE(completed_at_ms, expires_at_ms) - created_at_ms) / 1000 < 120 THEN MAX((COALESCE(completed_at_ms, expires_at_ms) - created_at_ms) / 1000, 0) ELSE (COALESCE(completed_at_ms, expires_at_ms) - created_at_ms) / 1000 / 10 * 10 END AS TEXT), status FROM `verification_sessions` WHERE test = 0 AND status IN ('success', 'failed')) WHERE item IS NOT NULL GROUP BY 1, 2, 3, 4, 5;
