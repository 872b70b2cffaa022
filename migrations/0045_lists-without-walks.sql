CREATE TABLE `delivery_days` (
	`endpoint_id` text NOT NULL,
	`day` text NOT NULL,
	`state` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`endpoint_id`, `day`, `state`)
);
--> statement-breakpoint
CREATE TABLE `tenant_audit_days` (
	`tenant_id` text NOT NULL,
	`day` text NOT NULL,
	`member_id` integer NOT NULL,
	`action` text NOT NULL,
	`target_type` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `day`, `member_id`, `action`, `target_type`)
);
--> statement-breakpoint
CREATE INDEX `audit_by_tenant_staff` ON `audit_entries` (`tenant_id`,`staff_id`,`at_ms`) WHERE tenant_id <> '';--> statement-breakpoint
CREATE INDEX `audit_by_tenant_action` ON `audit_entries` (`tenant_id`,`action`,`at_ms`) WHERE tenant_id <> '';--> statement-breakpoint
CREATE INDEX `audit_by_tenant_target` ON `audit_entries` (`tenant_id`,`target_type`,`at_ms`) WHERE tenant_id <> '';--> statement-breakpoint
CREATE INDEX `audit_by_tenant_staff_action` ON `audit_entries` (`tenant_id`,`staff_id`,`action`,`at_ms`) WHERE tenant_id <> '';--> statement-breakpoint
CREATE INDEX `audit_by_tenant_staff_target` ON `audit_entries` (`tenant_id`,`staff_id`,`target_type`,`at_ms`) WHERE tenant_id <> '';--> statement-breakpoint
CREATE INDEX `verification_sessions_waiting` ON `verification_sessions` (`tenant_id`,`test`,`expires_at_ms`,`id`) WHERE status = 'pending_tenant_review';
--> statement-breakpoint
CREATE TRIGGER `webhook_deliveries_count_insert` AFTER INSERT ON `webhook_deliveries` BEGIN INSERT INTO `delivery_days` (`endpoint_id`, `day`, `state`, `value`) VALUES (NEW.endpoint_id, strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'), NEW.state, 1) ON CONFLICT DO UPDATE SET `value` = `value` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `webhook_deliveries_count_update` AFTER UPDATE OF `state` ON `webhook_deliveries` WHEN OLD.state <> NEW.state BEGIN UPDATE `delivery_days` SET `value` = `value` - 1 WHERE `endpoint_id` = OLD.endpoint_id AND `day` = strftime('%Y-%m-%d', OLD.created_at_ms / 1000, 'unixepoch') AND `state` = OLD.state; DELETE FROM `delivery_days` WHERE `endpoint_id` = OLD.endpoint_id AND `day` = strftime('%Y-%m-%d', OLD.created_at_ms / 1000, 'unixepoch') AND `state` = OLD.state AND `value` = 0; INSERT INTO `delivery_days` (`endpoint_id`, `day`, `state`, `value`) VALUES (NEW.endpoint_id, strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'), NEW.state, 1) ON CONFLICT DO UPDATE SET `value` = `value` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `webhook_deliveries_count_delete` AFTER DELETE ON `webhook_deliveries` BEGIN UPDATE `delivery_days` SET `value` = `value` - 1 WHERE `endpoint_id` = OLD.endpoint_id AND `day` = strftime('%Y-%m-%d', OLD.created_at_ms / 1000, 'unixepoch') AND `state` = OLD.state; DELETE FROM `delivery_days` WHERE `endpoint_id` = OLD.endpoint_id AND `day` = strftime('%Y-%m-%d', OLD.created_at_ms / 1000, 'unixepoch') AND `state` = OLD.state AND `value` = 0; END;
--> statement-breakpoint
CREATE TRIGGER `audit_entries_count_tenant` AFTER INSERT ON `audit_entries` WHEN NEW.tenant_id <> '' BEGIN INSERT INTO `tenant_audit_days` (`tenant_id`, `day`, `member_id`, `action`, `target_type`, `value`) VALUES (NEW.tenant_id, strftime('%Y-%m-%d', NEW.at_ms / 1000, 'unixepoch'), CASE WHEN NEW.audience = 'dashboard' THEN COALESCE(NEW.staff_id, 0) ELSE 0 END, NEW.action, NEW.target_type, 1) ON CONFLICT DO UPDATE SET `value` = `value` + 1; END;
--> statement-breakpoint
INSERT INTO `delivery_days` (`endpoint_id`, `day`, `state`, `value`) SELECT endpoint_id, strftime('%Y-%m-%d', created_at_ms / 1000, 'unixepoch'), state, count(*) FROM `webhook_deliveries` GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO `tenant_audit_days` (`tenant_id`, `day`, `member_id`, `action`, `target_type`, `value`) SELECT tenant_id, strftime('%Y-%m-%d', at_ms / 1000, 'unixepoch'), CASE WHEN audience = 'dashboard' THEN COALESCE(staff_id, 0) ELSE 0 END, action, target_type, count(*) FROM `audit_entries` WHERE tenant_id <> '' GROUP BY 1, 2, 3, 4, 5;
