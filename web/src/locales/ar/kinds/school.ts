/** Texts that a school words differently. The others are those of the catalogue. */
export const school: Readonly<Record<string, string>> = {
  'errors:class_taken': 'توجد حصة بهذا الصف وهذه الشعبة والمادة.',
  'audit:facts.semester': 'الصف',
  'classes:semester': 'الصف {{semester}}',
  'management:config.semester': 'الصف',
};
