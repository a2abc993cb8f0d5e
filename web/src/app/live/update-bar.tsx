import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useContext, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { UnsavedContext } from '../../lib/unsaved.ts';
import { useUpdates } from '../../lib/updates.ts';
import classes from './notice-bar.module.css';

/** Says that a new version is ready, and reloads the page when somebody wants it. */
export function UpdateBar() {
  const { t } = useTranslation();
  const updates = useUpdates();
  const unsaved = useContext(UnsavedContext);
  const isReady = useSyncExternalStore(updates.subscribe, updates.isReady, updates.isReady);
  if (!isReady) return null;
  const reload = async () => {
    if (unsaved && !(await unsaved.mayLeave())) return;
    // Already asked: the browser would ask once more.
    unsaved?.clear();
    updates.accept();
  };
  return (
    <div className={`${classes.bar} rc-no-print`} data-tone="calm" role="status">
      <p className={classes.text}>
        <IconRefresh size={20} aria-hidden />
        {t('update.ready')}
      </p>
      <Button variant="default" onClick={() => void reload()}>
        {t('update.reload')}
      </Button>
    </div>
  );
}
