-- How many live sessions were erased on a day, for evidence packs (D-161). Rows are forgotten with the list, so that the nightly
-- recount does not count them again. The row of the platform of the first day is there at once: it says from when on they are counted.
INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
VALUES ('', 'erased', strftime('%Y-%m-%d', 'now'), 0);
--> statement-breakpoint

-- A session is erased once, whoever or whatever erases it.
CREATE TRIGGER `sessions_count_erased`
AFTER UPDATE OF `erased_at_ms` ON `verification_sessions`
WHEN NEW.test = 0 AND OLD.erased_at_ms IS NULL AND NEW.erased_at_ms IS NOT NULL
BEGIN
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT tenant.id, 'erased', strftime('%Y-%m-%d', NEW.erased_at_ms / 1000, 'unixepoch'), 1
  FROM (SELECT '' AS id UNION SELECT NEW.tenant_id) AS tenant
  WHERE true
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
END;
