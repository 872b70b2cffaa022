ALTER TABLE `face_challenges` ADD `session_id` text;--> statement-breakpoint
ALTER TABLE `face_templates` ADD `notice` text;--> statement-breakpoint
ALTER TABLE `face_templates` ADD `consented_at_ms` integer;