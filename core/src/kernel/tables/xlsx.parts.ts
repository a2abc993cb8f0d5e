/** Cell styles by name; the value is the index in `CELL_FORMATS`. */
export const CELL_STYLE = {
  plain: 0,
  institution: 1,
  title: 2,
  muted: 3,
  head: 4,
  headCenter: 5,
  headRight: 6,
  symbol: 7,
  symbolOff: 8,
  total: 9,
  totalCenter: 10,
} as const;
export type CellStyle = keyof typeof CELL_STYLE;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const CONTENT_TYPES = `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`;

const relation = (id: number, kind: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;

export const RELATIONS = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`;

export const WORKBOOK_RELATIONS = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'styles', 'styles.xml')}</Relationships>`;

/** The row with the column names repeats on every printed page. */
export const workbook = (name: string, headRows: number): string =>
  `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets><definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">'${name}'!$${headRows}:$${headRows}</definedName></definedNames></workbook>`;

const font = (size: number, more = ''): string =>
  `<font>${more}<sz val="${size}"/><name val="Calibri"/></font>`;
const cellFormat = (fontId: number, fillId: number, borderId: number, align = ''): string =>
  `<xf numFmtId="0" fontId="${fontId}" fillId="${fillId}" borderId="${borderId}" xfId="0" applyFont="1" applyFill="1" applyBorder="1"${
    align ? ` applyAlignment="1"><alignment horizontal="${align}"/></xf>` : '/>'
  }`;
const border = (side: '' | 'top' | 'bottom'): string =>
  `<border><left/><right/>${side === 'top' ? '<top style="thin"/>' : '<top/>'}${side === 'bottom' ? '<bottom style="thin"/>' : '<bottom/>'}<diagonal/></border>`;

const CELL_FORMATS = [
  cellFormat(0, 0, 0),
  cellFormat(2, 0, 0),
  cellFormat(1, 0, 0),
  cellFormat(3, 0, 0),
  cellFormat(1, 0, 1, 'left'),
  cellFormat(1, 0, 1, 'center'),
  cellFormat(1, 0, 1, 'right'),
  cellFormat(0, 0, 0, 'center'),
  cellFormat(0, 2, 0, 'center'),
  cellFormat(1, 0, 2),
  cellFormat(1, 0, 2, 'center'),
];

export const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="4">${font(11)}${font(11, '<b/>')}${font(14, '<b/>')}<font><sz val="11"/><color rgb="FF5B6472"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFF3F1EC"/></patternFill></fill></fills><borders count="3">${border('')}${border('bottom')}${border('top')}</borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${CELL_FORMATS.length}">${CELL_FORMATS.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** Everything before the rows: the frozen head and the widths of the columns. */
export function worksheetStart(headRows: number, frozenColumns: number, widths: readonly number[]): string {
  const corner = `${frozenColumns > 0 ? 'B' : 'A'}${headRows + 1}`;
  const split = frozenColumns > 0 ? ` xSplit="${frozenColumns}"` : '';
  const pane = frozenColumns > 0 ? 'bottomRight' : 'bottomLeft';
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane${split} ySplit="${headRows}" topLeftCell="${corner}" activePane="${pane}" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
}

/** Everything after the rows: prints one A4 page wide and as many pages long as needed. */
export const worksheetEnd = (orientation: 'portrait' | 'landscape'): string =>
  `</sheetData><pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="${orientation}" fitToWidth="1" fitToHeight="0"/></worksheet>`;
