// Version 2 of this library. Its code is the same as that of the current version, until the API changes.
import './ours';
