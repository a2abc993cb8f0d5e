-- The rows behind a section's column: without it, counting them reads every row of the school in that month.
create index attendance_days_section on attendance_days (section, day);
