-- What the institution is, which decides the words of its pages and files. Everything before was worded for universities.
alter table institution
  add column kind text not null default 'university' check (kind in ('school', 'university', 'workplace')),
  -- First steps that somebody confirmed although data alone does not show them, and those that are not needed here.
  add column confirmed_steps text[] not null default '{}',
  add column skipped_steps text[] not null default '{}',
  -- Institutions that exist already, and those of older backups, have their first steps behind them.
  add column first_steps_closed boolean not null default true;

-- 'none': a school asks for no program, a workplace for no semester either. The grades of a school go up to 13.
alter table classes
  drop constraint classes_program_check,
  add constraint classes_program_check check (program in ('bachelors', 'masters', 'diploma', 'none')),
  drop constraint classes_semester_check,
  add constraint classes_semester_check check (semester in ('1st', '2nd', '3rd', '4th', '5th', '6th', '7th', '8th',
    '9th', '10th', '11th', '12th', '13th', 'none'));

-- At a workplace everybody has a department. Elsewhere core gives sections to students only.
alter table people
  drop constraint people_check,
  add constraint people_section_check check (class_section is null or kind <> 'admin');

-- Arabic is the third language of mails.
alter table outbox
  drop constraint outbox_language_check,
  add constraint outbox_language_check check (language in ('en', 'de', 'ar'));
