CREATE TABLE `certificates` (
	`id` text PRIMARY KEY NOT NULL,
	`standard` text,
	`title` text NOT NULL,
	`issuer` text NOT NULL,
	`scope` text NOT NULL,
	`statement` text NOT NULL,
	`valid_from` text NOT NULL,
	`valid_to` text,
	`kind` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`added_at_ms` integer NOT NULL,
	`removed_at_ms` integer,
	`document` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `certificates_listed` ON `certificates` (`sha256`) WHERE removed_at_ms IS NULL;--> statement-breakpoint
CREATE TABLE `incidents` (
	`id` text PRIMARY KEY NOT NULL,
	`began_at_ms` integer NOT NULL,
	`ended_at_ms` integer,
	`what` text NOT NULL,
	`concerned` text NOT NULL,
	`done` text NOT NULL,
	`written_at_ms` integer NOT NULL,
	`changed_at_ms` integer,
	`removed_at_ms` integer
);
--> statement-breakpoint
CREATE INDEX `incidents_by_begin` ON `incidents` (`began_at_ms`);--> statement-breakpoint

-- ========================================
-- Times of decisions, for evidence packs (D-164)
-- outcome_days has, as kind contest, the seconds from a contest to its verdict: whole below two minutes, then tens, from an hour
-- on tens of minutes. Those that are still in the list are counted now, so that the nightly recount finds nothing to correct.
-- ========================================

-- A contest that is written with its verdict counts by its seconds.
CREATE TRIGGER `outcome_contest_insert`
AFTER INSERT ON `verification_sessions`
WHEN NEW.test = 0 AND NEW.contested AND NEW.status IN ('success', 'failed')
BEGIN
  INSERT INTO `outcome_days` (`tenant_id`, `kind`, `day`, `item`, `status`, `value`)
  SELECT
    NEW.tenant_id,
    'contest',
    strftime('%Y-%m-%d', COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) / 1000, 'unixepoch'),
    CAST(CASE
        WHEN (COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000 < 120
          THEN MAX((COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000, 0)
        WHEN (COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000 < 3600
          THEN (COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000 / 10 * 10
        ELSE (COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000 / 600 * 600
      END AS TEXT),
    NEW.status,
    1
  WHERE true
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
END;
--> statement-breakpoint

-- A verdict of a contest that changes leaves the count of its old seconds.
CREATE TRIGGER `outcome_contest_leave`
AFTER UPDATE OF `status`, `completed_at_ms` ON `verification_sessions`
WHEN OLD.test = 0 AND OLD.contested AND OLD.status IN ('success', 'failed')
  AND (
    OLD.status IS NOT NEW.status
    OR OLD.completed_at_ms IS NOT NEW.completed_at_ms
  )
BEGIN
  UPDATE `outcome_days` SET `value` = `value` - 1
  WHERE `tenant_id` = OLD.tenant_id
    AND `kind` = 'contest'
    AND `day` = strftime('%Y-%m-%d', COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) / 1000, 'unixepoch')
    AND `item` = CAST(CASE
        WHEN (COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) - OLD.created_at_ms) / 1000 < 120
          THEN MAX((COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) - OLD.created_at_ms) / 1000, 0)
        WHEN (COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) - OLD.created_at_ms) / 1000 < 3600
          THEN (COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) - OLD.created_at_ms) / 1000 / 10 * 10
        ELSE (COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) - OLD.created_at_ms) / 1000 / 600 * 600
      END AS TEXT)
    AND `status` = OLD.status;
END;
--> statement-breakpoint

-- A verdict of a contest that is reached or changes counts by its new seconds.
CREATE TRIGGER `outcome_contest_enter`
AFTER UPDATE OF `status`, `completed_at_ms` ON `verification_sessions`
WHEN NEW.test = 0 AND NEW.contested AND NEW.status IN ('success', 'failed')
  AND (
    OLD.status IS NOT NEW.status
    OR OLD.completed_at_ms IS NOT NEW.completed_at_ms
  )
BEGIN
  INSERT INTO `outcome_days` (`tenant_id`, `kind`, `day`, `item`, `status`, `value`)
  SELECT
    NEW.tenant_id,
    'contest',
    strftime('%Y-%m-%d', COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) / 1000, 'unixepoch'),
    CAST(CASE
        WHEN (COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000 < 120
          THEN MAX((COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000, 0)
        WHEN (COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000 < 3600
          THEN (COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000 / 10 * 10
        ELSE (COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000 / 600 * 600
      END AS TEXT),
    NEW.status,
    1
  WHERE true
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
END;
--> statement-breakpoint

-- Contests that have a verdict already are counted once, as the triggers count later ones.
INSERT INTO `outcome_days` (`tenant_id`, `kind`, `day`, `item`, `status`, `value`)
SELECT
  contest.tenant_id,
  'contest',
  strftime('%Y-%m-%d', COALESCE(contest.completed_at_ms, contest.expires_at_ms) / 1000, 'unixepoch'),
  CAST(CASE
        WHEN (COALESCE(contest.completed_at_ms, contest.expires_at_ms) - contest.created_at_ms) / 1000 < 120
          THEN MAX((COALESCE(contest.completed_at_ms, contest.expires_at_ms) - contest.created_at_ms) / 1000, 0)
        WHEN (COALESCE(contest.completed_at_ms, contest.expires_at_ms) - contest.created_at_ms) / 1000 < 3600
          THEN (COALESCE(contest.completed_at_ms, contest.expires_at_ms) - contest.created_at_ms) / 1000 / 10 * 10
        ELSE (COALESCE(contest.completed_at_ms, contest.expires_at_ms) - contest.created_at_ms) / 1000 / 600 * 600
      END AS TEXT),
  contest.status,
  count(*)
FROM `verification_sessions` AS contest
WHERE contest.test = 0 AND contest.contested AND contest.status IN ('success', 'failed')
GROUP BY 1, 3, 4, 5;
--> statement-breakpoint

-- How many reviews ended because nobody decided in time. The row of the whole platform and the first day says from when on decisions are timed.
INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
VALUES ('', 'unreviewed', strftime('%Y-%m-%d', 'now'), 0);
--> statement-breakpoint

-- A review that ends after its time was decided by nobody, and counts once.
CREATE TRIGGER `sessions_count_unreviewed`
AFTER UPDATE OF `status` ON `verification_sessions`
WHEN NEW.test = 0
  AND OLD.status = 'pending_tenant_review'
  AND NEW.status IN ('failed', 'expired')
  AND NEW.completed_at_ms >= OLD.expires_at_ms
BEGIN
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT tenant.id, 'unreviewed', strftime('%Y-%m-%d', NEW.completed_at_ms / 1000, 'unixepoch'), 1
  FROM (SELECT '' AS id UNION SELECT NEW.tenant_id) AS tenant
  WHERE true
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
END;
