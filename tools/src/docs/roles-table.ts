import {
  ACTIONS,
  type Action,
  type Extent,
  PERMISSIONS,
  ROLES,
  type Role,
} from '@rollcall/core/kernel/access';

const EXTENTS: Record<Extent, string> = {
  institution: 'everything',
  sections: 'its sections',
  classes: 'their classes',
  self: 'themselves',
};

const cellOf = (action: Action, role: Role): string => {
  const holders: Partial<Record<Role, Extent>> = PERMISSIONS[action];
  const extent = holders[role];
  return extent ? EXTENTS[extent] : '';
};

const START = '<!-- roles: made by npm run docs:roles -->';
const END = '<!-- end of roles -->';

/** Which role may perform which action, and how far that reaches, as a Markdown table. */
function rolesTable(): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    row(['action', ...ROLES]),
    `|${'---|'.repeat(ROLES.length + 1)}`,
    ...ACTIONS.map((action) => row([`\`${action}\``, ...ROLES.map((role) => cellOf(action, role))])),
  ].join('\n');
}

/** The document with the present table between its two marks. */
export function withRolesTable(document: string): string {
  const [start, end] = [document.indexOf(START), document.indexOf(END)];
  if (start === -1 || end < start) throw new Error(`The document has no ${START} followed by ${END}.`);
  return `${document.slice(0, start + START.length)}\n${rolesTable()}\n${document.slice(end)}`;
}
