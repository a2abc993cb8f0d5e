import { ConnectionBar } from './connection-bar.tsx';
import { UpdateBar } from './update-bar.tsx';

/** The bars below the navigation bar. */
export function NoticeBars() {
  return (
    <>
      <ConnectionBar />
      <UpdateBar />
    </>
  );
}
