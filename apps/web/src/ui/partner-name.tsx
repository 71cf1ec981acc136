import { useQuery } from '@tanstack/react-query';
import { verifiedPartnersQuery } from '../api/queries';
import { VerifiedBadge } from './verified-badge';

/** A company by its name, with its badge; by its id, for any company may call itself by another's name. */
export function PartnerName({ companyId, companyName }: { companyId: string | null; companyName: string }) {
  const { data } = useQuery(verifiedPartnersQuery);
  const verified = data?.find((partner) => partner.companyId === companyId)?.verified;
  return (
    <div className="wrap-cell">
      {companyName} <VerifiedBadge verified={verified} companyName={companyName} />
    </div>
  );
}
