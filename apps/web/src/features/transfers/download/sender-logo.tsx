import { useQuery } from '@tanstack/react-query';
import { logoQuery } from '../../../api/logo-query';
import { useIsPainted } from '../../../ui/screen/use-is-painted';
import styles from './sender-logo.module.css';

/** The sender's logo; the name next to it says the same. Its place is free before it is loaded, so that nothing moves; the text comes first. */
export function SenderLogo({ companyId }: { companyId: string }) {
  const isPainted = useIsPainted();
  const { data } = useQuery({ ...logoQuery(companyId), enabled: isPainted });
  return data && <img src={data} alt="" className={styles.logo} />;
}
