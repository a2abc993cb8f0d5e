import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './layout.module.css';

export function Footer() {
  const { t } = useTranslation();
  return (
    <footer className={`${classes.footer} rc-no-print`}>
      <div className={classes.footerInner}>
        <p>
          {t('brand')}. {t('footer.rights')}
        </p>
        <Link to="/faq" className={classes.footerLink}>
          {t('footer.faq')}
        </Link>
        <Link to="/how-we-measured" className={classes.footerLink}>
          {t('footer.measured')}
        </Link>
        <a href={__REPOSITORY_URL__} target="_blank" rel="noreferrer" className={classes.footerLink}>
          {t('footer.source')}
        </a>
        <Link to="/admin/login" className={classes.footerLink}>
          {t('footer.admin')}
        </Link>
      </div>
    </footer>
  );
}
