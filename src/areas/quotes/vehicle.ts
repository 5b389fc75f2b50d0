interface Named {
  name: string;
}

/** A car as lists, cards and comparisons name it. */
export const vehicleOf = ({ maker, model, version }: { maker: Named; model: Named; version: Named }) =>
  [maker.name, model.name, version.name].filter(Boolean).join(' ');
