import { Link } from 'react-router-dom';
import { rememberedReturn } from '../../session/return-to';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './parts.module.css';

/** Pages that mails to partners link to. */
const linkedPages = ['/share-folders', '/accept-invitation', '/dashboard'];

export const isLinkForReceivers = () => linkedPages.includes(rememberedReturn().replace(/[?#].*/, ''));

/** A guest who opens such a link comes to the sign-in of senders, perhaps without an account. */
export function ForReceivers() {
  return (
    <p className={styles.receivers}>
      {t('Were you invited by a partner?')}
      <span className={layout.block}>
        <Link to="/receiver/login">{t('Receiver sign in')}</Link> ·{' '}
        <Link to="/receiver/signup">{t('Receiver sign up')}</Link>
      </span>
    </p>
  );
}
