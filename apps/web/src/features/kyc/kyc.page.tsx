import { PageHeader } from '../../ui/page-header';

export default function KycPage() {
  return <PageHeader title="Business Registration" />;
}
