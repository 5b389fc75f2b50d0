/** Loads the company info after login unless it is kept (specification §7). The profile panel shows it; inputs start with its VAT rate. */
import { t } from '#site/lib/intl.ts';
import { live as words } from '../messages/it/shell.ts';
import { $company, loadCompany } from '../stores/company.ts';

const line = document.querySelector<HTMLElement>('#account [data-company]');
if (line) {
  $company.listen((company) => {
    if (company) line.textContent = t(words.companyProvince, { province: company.province });
  });
  void loadCompany(Number(line.dataset.company), line.dataset.day!);
}
