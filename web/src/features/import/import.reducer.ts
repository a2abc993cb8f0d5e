import type { ImportResult, Mapping, UploadedTable } from './import.queries.ts';

/** Steps of a table import: choose a file, map its columns, check it (dry run), import it. */
export type ImportState =
  | { readonly step: 'choose'; readonly error: unknown }
  | { readonly step: 'uploading'; readonly name: string }
  | Mapped<'mapping'>
  | Mapped<'checking'>
  | (Mapped<'checked'> & { readonly result: ImportResult })
  | (Mapped<'running'> & { readonly result: ImportResult })
  | { readonly step: 'done'; readonly columns: readonly string[]; readonly result: ImportResult };

interface Mapped<Step extends string> {
  readonly step: Step;
  readonly name: string;
  readonly table: UploadedTable;
  readonly mapping: Mapping;
  readonly error: unknown;
}

export type ImportEvent =
  | { readonly type: 'chosen'; readonly name: string }
  | { readonly type: 'uploaded'; readonly table: UploadedTable }
  | { readonly type: 'mapped'; readonly mapping: Mapping }
  | { readonly type: 'check' }
  | { readonly type: 'checked'; readonly result: ImportResult }
  | { readonly type: 'run' }
  | { readonly type: 'ran'; readonly result: ImportResult }
  | { readonly type: 'failed'; readonly error: unknown }
  | { readonly type: 'startOver' };

export const START: ImportState = { step: 'choose', error: null };

export function importReducer(state: ImportState, event: ImportEvent): ImportState {
  switch (event.type) {
    case 'chosen':
      return state.step === 'choose' ? { step: 'uploading', name: event.name } : state;
    case 'uploaded':
      return state.step === 'uploading'
        ? {
            step: 'mapping',
            name: state.name,
            table: event.table,
            mapping: event.table.mapping,
            error: null,
          }
        : state;
    case 'mapped':
      // A changed mapping invalidates the check.
      return state.step === 'mapping' || state.step === 'checked'
        ? { step: 'mapping', name: state.name, table: state.table, mapping: event.mapping, error: null }
        : state;
    case 'check':
      return state.step === 'mapping' || state.step === 'checked'
        ? { step: 'checking', name: state.name, table: state.table, mapping: state.mapping, error: null }
        : state;
    case 'checked':
      return state.step === 'checking' ? { ...state, step: 'checked', result: event.result } : state;
    case 'run':
      return state.step === 'checked' ? { ...state, step: 'running', error: null } : state;
    case 'ran':
      if (state.step !== 'running') return state;
      // Nothing was imported, for example because an id was taken meanwhile: the rows say why.
      return event.result.imported > 0
        ? { step: 'done', columns: state.table.columns, result: event.result }
        : { ...state, step: 'checked', result: event.result };
    case 'failed':
      return failed(state, event.error);
    case 'startOver':
      return state.step === 'running' ? state : START;
  }
}

function failed(state: ImportState, error: unknown): ImportState {
  if (state.step === 'uploading') return { step: 'choose', error };
  if (state.step === 'checking') return { ...state, step: 'mapping', error };
  if (state.step === 'running') return { ...state, step: 'checked', error };
  return state;
}
