import { useQuery } from '@tanstack/react-query';
import { logoQuery } from '../../../api/logo-query';
import styles from './sender-logo.module.css';

/** The sender's logo; the name next to it says the same. Its place is free before it is loaded, so that nothing moves. */
export function SenderLogo({ companyId }: { companyId: string }) {
  const { data } = useQuery(logoQuery(companyId));
  return data && <img src={data} alt="" className={styles.logo} />;
}
