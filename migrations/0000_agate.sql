-- A database from before 0.1 has its tables already: the failed constraint says what to do.
CREATE TABLE `guard` (
	`tables` integer NOT NULL,
	CONSTRAINT `this database is from before 0.1, so run: npm run upgrade:0.1` CHECK(`tables` = 0)
);
--> statement-breakpoint
INSERT INTO `guard` SELECT count(*) FROM `sqlite_master` WHERE `name` = 'accounts';
--> statement-breakpoint
DROP TABLE `guard`;
--> statement-breakpoint
CREATE TABLE `account_days` (
	`day` text NOT NULL,
	`status` text NOT NULL,
	`verified` integer NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`day`, `status`, `verified`)
);
--> statement-breakpoint
CREATE TABLE `account_faces` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`sealed` text NOT NULL,
	`sealed_by` text NOT NULL,
	`model` text NOT NULL,
	`consent_notice` text NOT NULL,
	`consented_at_ms` integer NOT NULL,
	`enrolled_at_ms` integer NOT NULL,
	`last_used_at_ms` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_faces_account_id_unique` ON `account_faces` (`account_id`);--> statement-breakpoint
CREATE INDEX `account_faces_by_use` ON `account_faces` (`last_used_at_ms`);--> statement-breakpoint
CREATE INDEX `account_faces_by_key` ON `account_faces` (`sealed_by`,`id`);--> statement-breakpoint
CREATE TABLE `account_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`secret_hash` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`authenticated_at_ms` integer NOT NULL,
	`amr` text NOT NULL,
	`last_seen_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`device` text NOT NULL,
	`place` text,
	`ip` text,
	`trusted_device_id` text,
	`face_shown_at_ms` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_sessions_by_account` ON `account_sessions` (`account_id`,`last_seen_at_ms`);--> statement-breakpoint
CREATE INDEX `account_sessions_by_expiry` ON `account_sessions` (`expires_at_ms`);--> statement-breakpoint
CREATE TABLE `accounts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject` text NOT NULL,
	`email` text,
	`email_normalized` text,
	`email_verified_at_ms` integer,
	`display_name` text,
	`password_hash` text,
	`password_changed_at_ms` integer,
	`status` text DEFAULT 'active' NOT NULL,
	`failed_logins` integer DEFAULT 0 NOT NULL,
	`failed_since_ms` integer,
	`locked_until_ms` integer,
	`delete_at_ms` integer,
	`locale` text DEFAULT 'en' NOT NULL,
	`created_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_subject_unique` ON `accounts` (`subject`);--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_email_normalized_unique` ON `accounts` (`email_normalized`);--> statement-breakpoint
CREATE INDEX `accounts_by_creation` ON `accounts` (`created_at_ms`);--> statement-breakpoint
CREATE INDEX `accounts_by_status` ON `accounts` (`status`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `accounts_by_verified` ON `accounts` ((email_verified_at_ms IS NOT NULL),`created_at_ms`);--> statement-breakpoint
CREATE INDEX `accounts_by_status_verified` ON `accounts` (`status`,(email_verified_at_ms IS NOT NULL),`created_at_ms`);--> statement-breakpoint
CREATE INDEX `accounts_locked` ON `accounts` (`status`,(CASE WHEN locked_until_ms IS NULL THEN 0 ELSE locked_until_ms END)) WHERE status = 'locked';--> statement-breakpoint
CREATE INDEX `accounts_by_name` ON `accounts` (lower(display_name));--> statement-breakpoint
CREATE INDEX `accounts_to_delete` ON `accounts` (`delete_at_ms`) WHERE delete_at_ms IS NOT NULL;--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`kind` text NOT NULL,
	`mode` text NOT NULL,
	`hash` text NOT NULL,
	`last_four` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer,
	`revoked_at_ms` integer,
	`name` text DEFAULT '' NOT NULL,
	`last_used_at_ms` integer,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash_unique` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE INDEX `api_keys_by_tenant` ON `api_keys` (`tenant_id`,`created_at_ms`,`id`);--> statement-breakpoint
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
CREATE TABLE `audit_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at_ms` integer NOT NULL,
	`staff_id` integer,
	`audience` text NOT NULL,
	`tenant_id` text DEFAULT '' NOT NULL,
	`action` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` text NOT NULL,
	`ip` text,
	`user_agent` text,
	`before` text,
	`after` text
);
--> statement-breakpoint
CREATE INDEX `audit_by_time` ON `audit_entries` (`audience`,`at_ms`);--> statement-breakpoint
CREATE INDEX `audit_by_staff` ON `audit_entries` (`audience`,`staff_id`,`at_ms`);--> statement-breakpoint
CREATE INDEX `audit_by_action` ON `audit_entries` (`audience`,`action`,`at_ms`);--> statement-breakpoint
CREATE INDEX `audit_by_target` ON `audit_entries` (`audience`,`target_type`,`at_ms`);--> statement-breakpoint
CREATE INDEX `audit_of_target` ON `audit_entries` (`audience`,`target_type`,`target_id`,`at_ms`);--> statement-breakpoint
CREATE INDEX `audit_by_staff_action` ON `audit_entries` (`audience`,`staff_id`,`action`,`at_ms`);--> statement-breakpoint
CREATE INDEX `audit_by_staff_target` ON `audit_entries` (`audience`,`staff_id`,`target_type`,`at_ms`);--> statement-breakpoint
CREATE INDEX `audit_by_tenant` ON `audit_entries` (`tenant_id`,`at_ms`);--> statement-breakpoint
CREATE INDEX `audit_by_tenant_staff` ON `audit_entries` (`tenant_id`,`staff_id`,`at_ms`) WHERE tenant_id <> '';--> statement-breakpoint
CREATE INDEX `audit_by_tenant_action` ON `audit_entries` (`tenant_id`,`action`,`at_ms`) WHERE tenant_id <> '';--> statement-breakpoint
CREATE INDEX `audit_by_tenant_target` ON `audit_entries` (`tenant_id`,`target_type`,`at_ms`) WHERE tenant_id <> '';--> statement-breakpoint
CREATE INDEX `audit_by_tenant_staff_action` ON `audit_entries` (`tenant_id`,`staff_id`,`action`,`at_ms`) WHERE tenant_id <> '';--> statement-breakpoint
CREATE INDEX `audit_by_tenant_staff_target` ON `audit_entries` (`tenant_id`,`staff_id`,`target_type`,`at_ms`) WHERE tenant_id <> '';--> statement-breakpoint
CREATE TABLE `audit_links` (
	`entry_id` integer PRIMARY KEY NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit_heads` (
	`entry_id` integer PRIMARY KEY NOT NULL,
	`signed_at_ms` integer NOT NULL,
	`jws` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `blocked_faces` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`tenant_id` text NOT NULL,
	`test` integer NOT NULL,
	`reason` text NOT NULL,
	`source` text NOT NULL,
	`session_id` text,
	`added_by` text NOT NULL,
	`sealed` text NOT NULL,
	`sealed_by` text NOT NULL,
	`model` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `blocked_faces_by_name` ON `blocked_faces` (`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `blocked_faces_by_session` ON `blocked_faces` (`tenant_id`,`test`,`session_id`);--> statement-breakpoint
CREATE INDEX `blocked_faces_by_tenant` ON `blocked_faces` (`tenant_id`,`test`,`id`);--> statement-breakpoint
CREATE INDEX `blocked_faces_by_end` ON `blocked_faces` (`expires_at_ms`);--> statement-breakpoint
CREATE INDEX `blocked_faces_by_key` ON `blocked_faces` (`sealed_by`,`name`);--> statement-breakpoint
CREATE TABLE `connections` (
	`account_id` integer NOT NULL,
	`client_id` text NOT NULL,
	`scope` text NOT NULL,
	`connected_at_ms` integer NOT NULL,
	`last_shared_at_ms` integer NOT NULL,
	`agreed` text DEFAULT '{}' NOT NULL,
	PRIMARY KEY(`account_id`, `client_id`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`client_id`) REFERENCES `oauth_clients`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `connections_by_client` ON `connections` (`client_id`);--> statement-breakpoint
CREATE TABLE `daily_counts` (
	`tenant_id` text NOT NULL,
	`name` text NOT NULL,
	`day` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `name`, `day`)
);
--> statement-breakpoint
CREATE INDEX `daily_counts_of_day` ON `daily_counts` (`day`);--> statement-breakpoint
CREATE INDEX `daily_counts_by_day` ON `daily_counts` (`name`,`day`,`tenant_id`,`value`);--> statement-breakpoint
CREATE TABLE `dead_letters` (
	`queue` text NOT NULL,
	`subject` text NOT NULL,
	`error` text,
	`first_at_ms` integer NOT NULL,
	`last_at_ms` integer NOT NULL,
	PRIMARY KEY(`queue`, `subject`)
);
--> statement-breakpoint
CREATE INDEX `dead_letters_by_time` ON `dead_letters` (`last_at_ms`);--> statement-breakpoint
CREATE TABLE `delivery_days` (
	`endpoint_id` text NOT NULL,
	`day` text NOT NULL,
	`state` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`endpoint_id`, `day`, `state`)
);
--> statement-breakpoint
CREATE TABLE `email_changes` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_normalized` text NOT NULL,
	`requested_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`old_confirmed_at_ms` integer,
	`new_confirmed_at_ms` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`test` integer NOT NULL,
	`type` text NOT NULL,
	`session_id` text,
	`position` integer NOT NULL,
	`body` text NOT NULL,
	`created_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_id_unique` ON `events` (`id`);--> statement-breakpoint
CREATE INDEX `events_by_tenant` ON `events` (`tenant_id`,`test`,`seq`);--> statement-breakpoint
CREATE INDEX `events_by_session` ON `events` (`session_id`);--> statement-breakpoint
CREATE INDEX `events_by_creation` ON `events` (`created_at_ms`);--> statement-breakpoint
CREATE TABLE `face_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`test` integer NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`status` text NOT NULL,
	`passed` integer,
	`failure_reason` text,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`completed_at_ms` integer,
	`session_id` text
);
--> statement-breakpoint
CREATE INDEX `face_challenges_by_user` ON `face_challenges` (`tenant_id`,`test`,`user_id`);--> statement-breakpoint
CREATE INDEX `face_challenges_by_creation` ON `face_challenges` (`created_at_ms`);--> statement-breakpoint
CREATE TABLE `face_templates` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`test` integer NOT NULL,
	`user_id` text NOT NULL,
	`sealed` text NOT NULL,
	`sealed_by` text NOT NULL,
	`model` text NOT NULL,
	`enrolled_at_ms` integer NOT NULL,
	`last_used_at_ms` integer NOT NULL,
	`notice` text,
	`consented_at_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `face_templates_by_user` ON `face_templates` (`tenant_id`,`test`,`user_id`);--> statement-breakpoint
CREATE INDEX `face_templates_by_enrolment` ON `face_templates` (`tenant_id`,`test`,`enrolled_at_ms`);--> statement-breakpoint
CREATE INDEX `face_templates_by_use` ON `face_templates` (`last_used_at_ms`);--> statement-breakpoint
CREATE INDEX `face_templates_by_key` ON `face_templates` (`sealed_by`,`id`);--> statement-breakpoint
CREATE TABLE `fall_through_months` (
	`tenant_id` text NOT NULL,
	`month` text NOT NULL,
	`left_at` text NOT NULL,
	`language` text NOT NULL,
	`device` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `month`, `left_at`, `language`, `device`)
);
--> statement-breakpoint
CREATE INDEX `fall_through_months_by_month` ON `fall_through_months` (`month`);--> statement-breakpoint
CREATE TABLE `funnel_events` (
	`session_id` text NOT NULL,
	`seq` integer NOT NULL,
	`tenant_id` text NOT NULL,
	`test` integer NOT NULL,
	`name` text NOT NULL,
	`step` text,
	`at_ms` integer NOT NULL,
	`notice` text,
	PRIMARY KEY(`session_id`, `seq`)
);
--> statement-breakpoint
CREATE INDEX `funnel_events_by_time` ON `funnel_events` (`at_ms`);--> statement-breakpoint
CREATE TABLE `grants` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`client_id` text NOT NULL,
	`session_id` text NOT NULL,
	`scope` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`revoked_at_ms` integer,
	`age_thresholds` text,
	`ended_at_ms` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`client_id`) REFERENCES `oauth_clients`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `grants_by_account` ON `grants` (`account_id`,`client_id`);--> statement-breakpoint
CREATE INDEX `grants_by_client` ON `grants` (`client_id`);--> statement-breakpoint
CREATE INDEX `grants_by_session` ON `grants` (`session_id`);--> statement-breakpoint
CREATE INDEX `grants_by_expiry` ON `grants` (`expires_at_ms`);--> statement-breakpoint
CREATE INDEX `grants_to_end` ON `grants` (`revoked_at_ms`) WHERE revoked_at_ms IS NOT NULL AND ended_at_ms IS NULL;--> statement-breakpoint
CREATE TABLE `login_attempts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`method` text NOT NULL,
	`outcome` text NOT NULL,
	`device` text NOT NULL,
	`place` text,
	`ip` text,
	`at_ms` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `login_attempts_by_account` ON `login_attempts` (`account_id`,`at_ms`);--> statement-breakpoint
CREATE INDEX `login_attempts_by_time` ON `login_attempts` (`at_ms`);--> statement-breakpoint
CREATE TABLE `logout_notices` (
	`cause` text NOT NULL,
	`client_id` text NOT NULL,
	`subject` text NOT NULL,
	`session_id` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`overdue_at_ms` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`cause`, `client_id`, `session_id`)
);
--> statement-breakpoint
CREATE INDEX `logout_notices_by_creation` ON `logout_notices` (`created_at_ms`);--> statement-breakpoint
CREATE INDEX `logout_notices_overdue` ON `logout_notices` (`overdue_at_ms`);--> statement-breakpoint
CREATE TABLE `mails` (
	`id` text PRIMARY KEY NOT NULL,
	`recipient` text NOT NULL,
	`locale` text NOT NULL,
	`template` text NOT NULL,
	`details` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`sent_at_ms` integer,
	`sealed_link` text
);
--> statement-breakpoint
CREATE INDEX `mails_by_creation` ON `mails` (`created_at_ms`);--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`type` text NOT NULL,
	`details` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`read_at_ms` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notifications_by_account` ON `notifications` (`account_id`,`created_at_ms`);--> statement-breakpoint
CREATE TABLE `oauth_client_days` (
	`day` text NOT NULL,
	`is_public` integer NOT NULL,
	`pkce_optional` integer NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`day`, `is_public`, `pkce_optional`)
);
--> statement-breakpoint
CREATE TABLE `oauth_clients` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`name` text NOT NULL,
	`logo` text,
	`logo_url` text,
	`redirect_uris` text NOT NULL,
	`scopes` text NOT NULL,
	`post_logout_redirect_uris` text DEFAULT '[]' NOT NULL,
	`backchannel_logout_uri` text,
	`secret_hash` text NOT NULL,
	`previous_secret_hash` text,
	`previous_secret_expires_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	`deleted_at_ms` integer,
	`age_thresholds` text,
	`pkce_optional` integer DEFAULT false NOT NULL,
	`refuses_face` integer DEFAULT false NOT NULL,
	`is_public` integer DEFAULT false NOT NULL,
	`web_origins` text DEFAULT '[]' NOT NULL,
	`frontchannel_logout_uri` text,
	`dpop_bound_access_tokens` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `oauth_clients_by_tenant` ON `oauth_clients` (`tenant_id`);--> statement-breakpoint
CREATE INDEX `oauth_clients_of_tenant` ON `oauth_clients` (`tenant_id`,`created_at_ms`) WHERE deleted_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `oauth_clients_by_name` ON `oauth_clients` (lower(name)) WHERE deleted_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `oauth_clients_by_creation` ON `oauth_clients` (`created_at_ms`,`id`) WHERE deleted_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `oauth_clients_by_pkce` ON `oauth_clients` (`pkce_optional`,`created_at_ms`,`id`) WHERE deleted_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `oauth_clients_by_kind` ON `oauth_clients` (`is_public`,`created_at_ms`,`id`) WHERE deleted_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `oauth_clients_by_kind_pkce` ON `oauth_clients` (`is_public`,`pkce_optional`,`created_at_ms`,`id`) WHERE deleted_at_ms IS NULL;--> statement-breakpoint
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
CREATE INDEX `outcome_days_by_day` ON `outcome_days` (`day`);--> statement-breakpoint
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
CREATE TABLE `passkeys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`backed_up` integer NOT NULL,
	`name` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`last_used_at_ms` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential_id_unique` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_by_account` ON `passkeys` (`account_id`);--> statement-breakpoint
CREATE TABLE `plan_days` (
	`plan_id` text NOT NULL,
	`day` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`plan_id`, `day`)
);
--> statement-breakpoint
CREATE TABLE `plans` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`currency` text NOT NULL,
	`monthly_minor` integer NOT NULL,
	`verification_minor` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `schedule_runs` (
	`cron` text PRIMARY KEY NOT NULL,
	`started_at_ms` integer NOT NULL,
	`finished_at_ms` integer NOT NULL,
	`failed` text NOT NULL,
	`succeeded_at_ms` integer
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
CREATE INDEX `session_days_by_day` ON `session_days` (`day`);--> statement-breakpoint
CREATE TABLE `request_lines` (
	`id` integer PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`test` integer NOT NULL,
	`request_id` text NOT NULL,
	`method` text NOT NULL,
	`route` text NOT NULL,
	`status` integer NOT NULL,
	`code` text,
	`duration_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `request_lines_by_tenant` ON `request_lines` (`tenant_id`,`test`,`id`);--> statement-breakpoint
CREATE INDEX `request_lines_that_failed` ON `request_lines` (`tenant_id`,`test`,`id`) WHERE "request_lines"."status" >= 400;--> statement-breakpoint
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
CREATE INDEX `signing_keys_by_purpose` ON `signing_keys` (`purpose`,`active_from_ms`);--> statement-breakpoint
CREATE TABLE `staff_invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`email` text NOT NULL,
	`email_normalized` text NOT NULL,
	`role` text NOT NULL,
	`token_hash` text NOT NULL,
	`invited_by` integer,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`accepted_at_ms` integer,
	`revoked_at_ms` integer,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`invited_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_invitations_token_hash_unique` ON `staff_invitations` (`token_hash`);--> statement-breakpoint
CREATE INDEX `staff_invitations_by_tenant` ON `staff_invitations` (`tenant_id`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `staff_invitations_by_creation` ON `staff_invitations` (`created_at_ms`);--> statement-breakpoint
CREATE INDEX `staff_invitations_by_inviter` ON `staff_invitations` (`invited_by`);--> statement-breakpoint
CREATE TABLE `staff_passkeys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`staff_id` integer NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`backed_up` integer NOT NULL,
	`name` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`last_used_at_ms` integer,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_passkeys_credential_id_unique` ON `staff_passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `staff_passkeys_by_staff` ON `staff_passkeys` (`staff_id`);--> statement-breakpoint
CREATE TABLE `staff_recovery_codes` (
	`staff_id` integer NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`staff_id`, `hash`),
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `staff_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`staff_id` integer NOT NULL,
	`generation` integer DEFAULT 0 NOT NULL,
	`rotated_at_ms` integer NOT NULL,
	`method` text NOT NULL,
	`device` text NOT NULL,
	`ip` text,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`revoked_at_ms` integer,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `staff_sessions_by_staff` ON `staff_sessions` (`staff_id`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `staff_sessions_by_expiry` ON `staff_sessions` (`expires_at_ms`);--> statement-breakpoint
CREATE TABLE `staff` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`audience` text NOT NULL,
	`email` text NOT NULL,
	`email_normalized` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`password_hash` text,
	`password_changed_at_ms` integer,
	`totp_secret` text,
	`totp_enabled_at_ms` integer,
	`totp_last_step` integer DEFAULT 0 NOT NULL,
	`sessions_revoked_at_ms` integer DEFAULT 0 NOT NULL,
	`reset_generation` integer DEFAULT 0 NOT NULL,
	`created_at_ms` integer NOT NULL,
	`last_login_at_ms` integer,
	`deactivated_at_ms` integer,
	`tenant_id` text REFERENCES tenants(id),
	`email_verified_at_ms` integer,
	`locale` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_by_email` ON `staff` (`audience`,`email_normalized`) WHERE (audience = 'admin' OR email_verified_at_ms IS NOT NULL);--> statement-breakpoint
CREATE INDEX `staff_unproven_by_email` ON `staff` (`email_normalized`) WHERE audience = 'dashboard' AND email_verified_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `staff_unproven_by_creation` ON `staff` (`created_at_ms`) WHERE audience = 'dashboard' AND email_verified_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `staff_by_tenant` ON `staff` (`tenant_id`);--> statement-breakpoint
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
CREATE TABLE `tenants` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`color` text,
	`logo` text,
	`age_margin_years` real,
	`retention_days` integer DEFAULT 30 NOT NULL,
	`created_at_ms` integer NOT NULL,
	`alternative_url` text,
	`plan_id` text REFERENCES plans(id),
	`embed_origins` text DEFAULT '[]' NOT NULL,
	`callback_origins` text DEFAULT '[]' NOT NULL,
	`default_locale` text,
	`default_theme` text,
	`required_method` text,
	`attempt_cap` integer DEFAULT 3 NOT NULL,
	`accept_methods` text,
	`max_proof_age_days` integer,
	`min_assurance` text,
	`liveness_level` text,
	`agate_id` integer DEFAULT false NOT NULL,
	`history_days` integer DEFAULT 180 NOT NULL,
	`require_second_factor` integer DEFAULT false NOT NULL,
	`controller_name` text,
	`privacy_contact` text,
	`privacy_url` text,
	`age_target` integer,
	`ended_at_ms` integer,
	`document_step_up` integer DEFAULT true NOT NULL,
	`allowed_documents` text,
	`reviews` integer DEFAULT false NOT NULL,
	`review_second_person` integer DEFAULT false NOT NULL,
	`document_fields` text,
	`document_number_key` text,
	`keep_faces_days` integer DEFAULT 0 NOT NULL,
	`agate_id_face` integer DEFAULT false NOT NULL,
	`suspended_at_ms` integer,
	`suspension_reason` text,
	`ages_trusted` integer DEFAULT true NOT NULL,
	`fall_through` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `tenants_by_plan` ON `tenants` (`plan_id`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `tenants_by_creation` ON `tenants` (`created_at_ms`);--> statement-breakpoint
CREATE INDEX `tenants_by_state` ON `tenants` ((CASE WHEN ended_at_ms IS NOT NULL THEN 'ended' WHEN suspended_at_ms IS NOT NULL THEN 'suspended' ELSE 'active' END),`created_at_ms`);--> statement-breakpoint
CREATE INDEX `tenants_by_trust` ON `tenants` (`ages_trusted`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `tenants_ended` ON `tenants` (`ended_at_ms`) WHERE ended_at_ms IS NOT NULL;--> statement-breakpoint
CREATE TABLE `trusted_devices` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`secret_hash` text NOT NULL,
	`device` text NOT NULL,
	`place` text,
	`trusted_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`check_id` text,
	`face_tries` integer DEFAULT 0 NOT NULL,
	`face_tried_at_ms` integer,
	`last_used_at_ms` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `trusted_devices_by_account` ON `trusted_devices` (`account_id`,`trusted_at_ms`);--> statement-breakpoint
CREATE INDEX `trusted_devices_by_expiry` ON `trusted_devices` (`expires_at_ms`);--> statement-breakpoint
CREATE TABLE `verification_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`test` integer NOT NULL,
	`version` integer NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`purpose` text NOT NULL,
	`verification_mode` text NOT NULL,
	`verification_type` text,
	`gate` integer,
	`external_user_id` text,
	`metadata` text,
	`ip_country` text,
	`created_at_ms` integer NOT NULL,
	`completed_at_ms` integer,
	`expires_at_ms` integer NOT NULL,
	`erased_at_ms` integer,
	`result_hash` text,
	`measured` text,
	`previous_id` text,
	`previous_hash` text,
	`counted_before` integer DEFAULT false NOT NULL,
	`contested` integer DEFAULT false NOT NULL,
	`risk` text
);
--> statement-breakpoint
CREATE INDEX `verification_sessions_by_tenant` ON `verification_sessions` (`tenant_id`,`test`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `verification_sessions_by_status` ON `verification_sessions` (`tenant_id`,`test`,`status`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `verification_sessions_by_type` ON `verification_sessions` (`tenant_id`,`test`,`verification_type`,`created_at_ms`) WHERE verification_type IS NOT NULL;--> statement-breakpoint
CREATE INDEX `verification_sessions_by_creation` ON `verification_sessions` (`created_at_ms`);--> statement-breakpoint
CREATE INDEX `verification_sessions_by_end` ON `verification_sessions` ((CASE WHEN completed_at_ms IS NULL THEN expires_at_ms ELSE completed_at_ms END));--> statement-breakpoint
CREATE INDEX `verification_sessions_by_type_status` ON `verification_sessions` (`tenant_id`,`test`,(verification_type || status),`created_at_ms`) WHERE verification_type IS NOT NULL;--> statement-breakpoint
CREATE INDEX `verification_sessions_by_user` ON `verification_sessions` (`tenant_id`,`test`,`external_user_id`,`created_at_ms`,`status`,`verification_type`) WHERE external_user_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `verification_sessions_waiting` ON `verification_sessions` (`tenant_id`,`test`,`expires_at_ms`,`id`) WHERE status = 'pending_tenant_review';--> statement-breakpoint
CREATE INDEX `verification_sessions_open` ON `verification_sessions` (`tenant_id`,`expires_at_ms`) WHERE completed_at_ms IS NULL;--> statement-breakpoint
CREATE TABLE `verified_ages` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`bracket` integer,
	`level` text NOT NULL,
	`verified_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`method` text,
	`measured` text,
	`margin_years` real,
	`difficulty` text,
	`liveness_level` text,
	`tenant_id` text,
	`session_id` text,
	`policy_version` text,
	`revoked_at_ms` integer,
	`notice_due` integer DEFAULT false NOT NULL,
	`source_trusted` integer DEFAULT true NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `verified_ages_by_time` ON `verified_ages` (`verified_at_ms`) WHERE revoked_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `verified_ages_by_tenant` ON `verified_ages` (`tenant_id`,`verified_at_ms`,`policy_version`,`method`) WHERE revoked_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `verified_ages_by_method` ON `verified_ages` (`method`,`verified_at_ms`) WHERE revoked_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `verified_ages_by_policy` ON `verified_ages` (`policy_version`,`verified_at_ms`,`method`) WHERE revoked_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `verified_ages_by_session` ON `verified_ages` (`session_id`) WHERE revoked_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `verified_ages_revoked` ON `verified_ages` (`verified_at_ms`) WHERE revoked_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `verified_ages_with_notice_due` ON `verified_ages` (`account_id`) WHERE notice_due = 1;--> statement-breakpoint
CREATE TABLE `webhook_attempts` (
	`delivery_id` text NOT NULL,
	`number` integer NOT NULL,
	`url` text NOT NULL,
	`at_ms` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`status` integer,
	`failure` text,
	`answer` text,
	PRIMARY KEY(`delivery_id`, `number`)
);
--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`session_id` text,
	`position` integer NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`round_attempts` integer DEFAULT 0 NOT NULL,
	`round_started_ms` integer NOT NULL,
	`next_attempt_ms` integer NOT NULL,
	`leased_until_ms` integer DEFAULT 0 NOT NULL,
	`created_at_ms` integer NOT NULL,
	`finished_at_ms` integer
);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_endpoint` ON `webhook_deliveries` (`endpoint_id`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_endpoint_state` ON `webhook_deliveries` (`endpoint_id`,`state`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due_by_endpoint` ON `webhook_deliveries` (`endpoint_id`,`state`,`next_attempt_ms`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_event` ON `webhook_deliveries` (`event_id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_session` ON `webhook_deliveries` (`session_id`,`endpoint_id`,`position`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`state`,`next_attempt_ms`);--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`url` text NOT NULL,
	`description` text,
	`event_types` text NOT NULL,
	`mode` text NOT NULL,
	`state` text NOT NULL,
	`disabled_reason` text,
	`failing_since_ms` integer,
	`secret` text NOT NULL,
	`previous_secret` text,
	`previous_until_ms` integer,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `webhook_endpoints_by_tenant` ON `webhook_endpoints` (`tenant_id`);
