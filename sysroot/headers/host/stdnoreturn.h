// Nothing of it decides sizes or launches.
