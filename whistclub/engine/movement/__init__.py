"""How people move from round to round: ten movements, all behind one small protocol; `catalogue.py` lists them."""
